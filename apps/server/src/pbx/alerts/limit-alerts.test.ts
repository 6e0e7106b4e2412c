import { FakeClock } from "@offhook/testkit";
import { expect, test } from "vitest";
import type { AdminAlert } from "../../platform/admin-alerts.ts";
import { LimitAlerts } from "./limit-alerts.ts";

test("[ROOM4] administrators are told whose limit was reached and what to do, once a minute", () => {
  const raised: AdminAlert[] = [];
  const lines: object[] = [];
  const clock = new FakeClock();
  const alerts = new LimitAlerts({
    alerts: { raise: (alert) => void raised.push(alert) },
    clock,
    log: { warn: (fields: object) => void lines.push(fields) } as never,
    lineName: (id) => (id === "7" ? "maya" : undefined),
  });
  const line = { scope: "line", companyId: "1", endpointId: "7", limit: 20 } as const;
  for (let times = 0; times < 50; times += 1) alerts.tell(line);
  alerts.tell({ scope: "company", companyId: "2", endpointId: undefined, limit: 300 });
  alerts.tell({ scope: "installation", companyId: "2", endpointId: undefined, limit: 490 });
  expect(raised).toMatchObject([
    {
      kind: "limitReached",
      customerId: 1,
      subject: "line maya",
      title: "Line maya has too many calls at once",
    },
    { kind: "limitReached", customerId: 2, subject: "company" },
    { kind: "limitReached", subject: "installation" },
  ]);
  expect(raised[2]).not.toHaveProperty("customerId");
  expect(lines).toHaveLength(3);
  clock.advance(60_000);
  alerts.tell(line);
  expect(raised).toHaveLength(4);
});
