import type { Queue, QueueNumbers, QueueStatus } from "@offhook/contract";
import { RouterProvider } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { createAreaRouter } from "../../../testing/area-router.tsx";
import { aPerson } from "../../../testing/builders.ts";
import { renderSignedIn, type SignedInOptions } from "../../../testing/render-signed-in.tsx";
import { PhoneProvider } from "../../calls/index.ts";
import { ScriptedPhone } from "../../calls/testing/scripted-phone.ts";
import { AgentDashboardPage } from "../dashboard/agent-dashboard-page.tsx";
import { aQueueStatus, NOW_S, theNumbers } from "./queue-statuses.ts";

export interface DashboardOptions extends SignedInOptions {
  readonly queues?: readonly QueueStatus[];
  /** Those that the user's line may join. */
  readonly own?: readonly Queue[];
  readonly numbers?: QueueNumbers;
}

/** The dashboard of Maya, a minute after she became free. */
export async function renderDashboard(options: DashboardOptions = {}) {
  const queues = options.queues ?? [aQueueStatus()];
  const own = options.own ?? [{ id: 301, name: "Scheduling", extension: "301", available: "1" }];
  const phone = new ScriptedPhone();
  const component = (): ReactNode => (
    <PhoneProvider value={phone}>
      <AgentDashboardPage />
    </PhoneProvider>
  );
  const router = createAreaRouter({ path: "/acd", name: "acd", component, pages: [] }, "/acd");
  const rendered = await renderSignedIn(<RouterProvider router={router as never} />, {
    people: [aPerson(1, "Maya Okafor"), aPerson(2, "Dev Patel"), aPerson(3, "Ines Duarte")],
    ...options,
    prepare: (service, tab) => {
      tab.clock.advance(NOW_S * 1000 - tab.clock.now());
      service
        .on("GET /myQueues", () => ({ result: own }))
        .on("GET /queue/status", () => ({
          result: { queues, pause_reasons: ["Lunch", "Meeting", "Break"] },
        }))
        .on("GET /queue/numbers", () => ({ result: options.numbers ?? theNumbers() }))
        .on("POST /queue/pause", ({ body }) => ({
          result: [{ phone: "reception", reason: (body as { reason: string }).reason, since: NOW_S }],
        }))
        .on("POST /queue/take", () => ({ result: {} }))
        .on("POST /queue/ready", () => ({ result: {} }))
        .on("GET /contact/timeline", () => ({ result: { entries: [], next: null, kinds: [] } }))
        .on("GET /calls/records", () => ({ result: [] }))
        .on("POST /queue/resume", () => ({ result: [{ phone: "reception", reason: null, since: null }] }));
      options.prepare?.(service, tab);
    },
  });
  return { ...rendered, phone, router };
}
