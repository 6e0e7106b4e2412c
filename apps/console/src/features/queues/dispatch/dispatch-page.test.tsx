import type { DispatchBoard } from "@offhook/contract";
import { RouterProvider } from "@tanstack/react-router";
import { expect, test } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { createAreaRouter } from "../../../testing/area-router.tsx";
import { renderSignedIn } from "../../../testing/render-signed-in.tsx";
import { aCallRecord } from "../../calls/history/testing/call-records.ts";
import { aRow } from "../../calls/testing/model-builders.ts";
import { aQueueStatus, aWaitingCaller, NOW_S } from "../testing/queue-statuses.ts";
import { DispatchPage } from "./dispatch-page.tsx";

const line = (phone: string, name: string, user_id: number, devices: ("browser" | "phone")[]) => ({
  phone,
  user_id,
  name,
  extension: `10${user_id}`,
  dnd: false,
  devices,
});

const board: DispatchBoard = {
  lines: [line("maya", "Maya Okafor", 1, ["browser"]), line("dev", "Dev Patel", 2, ["phone"])],
  calls: [
    // A queue had it before, and has answered it.
    aRow({ callid: "c2", channel: "out-2", phone: null, dir: "out", status: "hold", answered_at: NOW_S }),
    aRow({ callid: "c2", channel: "in-2", phone: "maya", dir: "in", status: "ringing" }),
    aRow({
      callid: "c3",
      channel: "near-3",
      phone: null,
      name: "Rosa Diaz",
      number: "12125550199",
      status: "parked",
      park_slot: 701,
    }),
  ],
  slots: [701, 702],
  boxes: [{ name: "101", label: "Maya Okafor" }],
};

const onCall = {
  timezone: "America/New_York",
  groups: [{ id: 5, name: "Nurses on call", extension: "402", on_call: "first" }],
  shifts: [],
  handovers: [],
};

const task = {
  id: 9,
  note: "Order gloves",
  assigned_to: null,
  assignedToName: "",
  source: "own",
  source_id: "x",
  preview: { number: "", name: "", line: "", text: "", time: null, to: "" },
};

const missed = [
  aCallRecord({ id: "missed-1", name: "Walter Jennings", number: "12125550156" }),
  aCallRecord({ id: "missed-2", name: "Ruth Abramson" }),
];
/** Ruth is to be called back by somebody who does not have the line. */
const entrusted = { ...task, id: 10, note: "Call back Ruth", source_detail_id: "missed-2" };

async function open(refusal?: { code: string; message: string }) {
  const asked: [string, unknown][] = [];
  const answer = (route: string) => (request: { readonly body: unknown }) => {
    asked.push([route, request.body]);
    return refusal ? { status: 409, error: refusal } : { result: {} };
  };
  const area = { path: "/dispatch", name: "dispatch", component: DispatchPage, pages: [] };
  await renderSignedIn(<RouterProvider router={createAreaRouter(area, "/dispatch") as never} />, {
    profile: { scope: ["calls", "contacts", "supervision"] },
    prepare: (service, tab) => {
      tab.clock.advance(NOW_S * 1000 - tab.clock.now());
      service
        .on("GET /dispatch", () => ({ result: board }))
        .on("GET /queue/status", () => ({
          result: { queues: [aQueueStatus({ waiting: [aWaitingCaller()] })], pause_reasons: [] },
        }))
        .on("GET /shifts", () => ({ result: onCall }))
        .on("GET /phone/cdrs", () => ({ result: missed }))
        .on("GET /tasks", () => ({ result: { tasks: [task, entrusted], next: null } }));
      for (const route of [
        "POST /queue/send",
        "POST /queue/front",
        "POST /dispatch/send",
        "POST /dispatch/assign",
      ] as const)
        service.on(route, answer(route));
      service.on("POST /shifts", ({ body }) => {
        asked.push(["POST /shifts", body]);
        return { result: [] };
      });
    },
  });
  await expect.element(grip("June Park").first()).toBeVisible();
  return asked;
}

const grip = (name: string): Locator => page.getByRole("button", { name: `Move ${name}`, exact: true });
const place = (id: string): HTMLElement => document.querySelector<HTMLElement>(`[data-place="${id}"]`)!;
const center = (element: Element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { clientX: left + width / 2, clientY: top + height / 2 };
};

function drag(from: Element, to: Element): void {
  to.scrollIntoView({ block: "center" });
  const shared = { bubbles: true, pointerId: 7, button: 0 };
  from.dispatchEvent(new PointerEvent("pointerdown", { ...shared, ...center(from) }));
  window.dispatchEvent(new PointerEvent("pointermove", { ...shared, ...center(to) }));
  window.dispatchEvent(new PointerEvent("pointerup", { ...shared, ...center(to) }));
}

test("[DISP5] a waiting call is dragged to a colleague, a ringing one to a slot", async () => {
  const asked = await open();
  await expect.element(page.getByText("Ringing: Maya Okafor")).toBeVisible();
  drag(grip("June Park").first().element(), place("line dev"));
  await expect
    .poll(() => asked)
    .toEqual([["POST /queue/send", { callid: "call-1", destination: { type: "line", phone: "dev" } }]]);
  drag(grip("June Park").nth(1).element(), place("slot 702"));
  await expect
    .poll(() => asked[1])
    .toEqual(["POST /dispatch/send", { channel: "in-2", destination: { type: "park", slot: 702 } }]);
});

test("[DISP5] a parked call is moved to another slot or to a queue", async () => {
  const asked = await open();
  drag(grip("Rosa Diaz").element(), place("slot 702"));
  await expect
    .poll(() => asked)
    .toEqual([["POST /dispatch/send", { channel: "near-3", destination: { type: "park", slot: 702 } }]]);
  await page.getByRole("button", { name: "Send Rosa Diaz to…" }).click();
  await expect.element(page.getByRole("menuitem", { name: "Park on 701" })).not.toBeInTheDocument();
  await page.getByRole("menuitem", { name: "Move to Scheduling" }).click();
  await expect
    .poll(() => asked[1])
    .toEqual([
      "POST /dispatch/send",
      { channel: "near-3", destination: { type: "extension", extension: "301" } },
    ]);
});

test("[DISP5] Escape puts back what is being dragged", async () => {
  const asked = await open();
  const from = grip("June Park").first().element() as HTMLElement;
  const shared = { bubbles: true, pointerId: 7, button: 0 };
  const over = center(place("queue 301"));
  from.focus();
  from.dispatchEvent(new PointerEvent("pointerdown", { ...shared, ...center(from) }));
  window.dispatchEvent(new PointerEvent("pointermove", { ...shared, ...over }));
  await expect.poll(() => place("queue 301").hasAttribute("data-over")).toBe(true);
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => place("queue 301").hasAttribute("data-open")).toBe(false);
  window.dispatchEvent(new PointerEvent("pointerup", { ...shared, ...over }));
  expect(asked).toEqual([]);
});

test("[DISP6] by keyboard a call is picked up, moved with arrows and dropped; Escape puts it back", async () => {
  const asked = await open();
  const first = grip("June Park").first();
  (first.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText(/June Park picked up/)).toBeInTheDocument();
  await expect.poll(() => document.activeElement?.hasAttribute("data-open")).toBe(true);
  await userEvent.keyboard("{Escape}");
  expect(document.activeElement).toBe(first.element());
  expect(asked).toEqual([]);
  await userEvent.keyboard(" ");
  await expect.poll(() => document.activeElement).toBe(place("queue 301"));
  await userEvent.keyboard("{ArrowDown}{ArrowDown}");
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Send to Maya Okafor");
  await userEvent.keyboard("{ArrowUp}{Enter}");
  await expect
    .poll(() => asked)
    .toEqual([["POST /queue/send", { callid: "call-1", destination: { type: "line", phone: "dev" } }]]);
});

test("[DISP7] the menu is the third way; work goes to people only", async () => {
  const asked = await open();
  await page.getByRole("button", { name: "Send Order gloves to…" }).click();
  await expect.element(page.getByRole("menuitem", { name: "Assign to Maya Okafor" })).toBeVisible();
  expect(page.getByRole("menuitem").elements()).toHaveLength(2);
  await page.getByRole("menuitem", { name: "Assign to Dev Patel" }).click();
  await expect.poll(() => asked).toEqual([["POST /dispatch/assign", { phone: "dev", task_id: 9 }]]);
});

test("[DISP7] a missed call is assigned with whom to call back, and stands as a task then", async () => {
  const asked = await open();
  await expect.element(grip("Call back Ruth")).toBeVisible();
  expect(grip("Ruth Abramson").elements()).toEqual([]);
  await page.getByRole("button", { name: "Send Walter Jennings to…" }).click();
  await page.getByRole("menuitem", { name: "Assign to Dev Patel" }).click();
  const note = "Call back Walter Jennings, (212) 555-0156";
  await expect
    .poll(() => asked)
    .toMatchObject([["POST /dispatch/assign", { phone: "dev", call_id: "missed-1", note }]]);
});

test("[DISP8] a refusal is told in its own words", async () => {
  await open({ code: "queues.callerGone", message: "This caller is not waiting any more" });
  drag(grip("June Park").first().element(), place("queue 301"));
  await expect.element(page.getByText("This caller is not waiting any more")).toBeVisible();
});

test("[DISP9] a shift is written in the company's time", async () => {
  const asked = await open();
  await page.getByRole("button", { name: "Add shift" }).click();
  await page.getByLabelText("Person").selectOptions("dev");
  await page.getByLabelText("From").fill("2030-01-07T20:00");
  await page.getByLabelText(/^To \*/).fill("2030-01-08T06:00");
  await page.getByLabelText("Hand-over note").fill("All quiet");
  await page.getByRole("button", { name: "Save" }).click();
  await expect
    .poll(() => asked)
    .toMatchObject([
      [
        "POST /shifts",
        { huntgroup: 5, user_id: 2, phone: "dev", from: "2030-01-07T20:00", to: "2030-01-08T06:00" },
      ],
    ]);
});
