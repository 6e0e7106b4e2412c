import { pino } from "pino";
import { expect, test } from "vitest";
import type { AdminAlert } from "../../platform/admin-alerts.ts";
import { GuessingAlerts } from "./guessing-alerts.ts";

const attempt = { source: "203.0.113.9", flowId: "udp", username: "desk-maya", tries: 10, waitMs: 30_000 };

function told(change: Partial<Parameters<GuessingAlerts["passwords"]>[0]>): {
  alert: AdminAlert | undefined;
  line: unknown;
} {
  const alerts: AdminAlert[] = [];
  const lines: unknown[] = [];
  const logger = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const guessing = new GuessingAlerts({ logger, alerts: { raise: (alert) => alerts.push(alert) } });
  guessing.passwords({ ...attempt, scope: "source", companyId: "1", ...change });
  return { alert: alerts[0], line: lines[0] };
}

test("[REG15] a lockout by address tells the company whose phone was tried", () => {
  const { alert, line } = told({});
  expect(alert).toMatchObject({ customerId: 1, kind: "passwordGuessing", subject: "203.0.113.9" });
  expect(alert?.title).toBe("Someone at 203.0.113.9 tries to guess a phone's password");
  expect(alert?.text).toContain("refuses that address for 30 seconds");
  expect(line).toMatchObject({ level: 40, source: "203.0.113.9", username: "desk-maya", tries: 10 });
});

test("[VM5] wrong PINs tell the company of the mailbox which one it is and who tries", () => {
  const alerts: AdminAlert[] = [];
  const guessing = new GuessingAlerts({
    logger: pino({ level: "silent" }),
    alerts: { raise: (alert) => alerts.push(alert) },
  });
  guessing.pins({
    companyId: "1",
    mailboxId: "7",
    mailboxName: "102",
    caller: "104",
    wrong: 3,
    waitMs: 60_000,
  });
  expect(alerts).toMatchObject([{ customerId: 1, kind: "pinGuessing", subject: "102" }]);
  expect(alerts[0]?.title).toBe("Someone is trying to guess the PIN of mailbox 102");
  expect(alerts[0]?.text).toContain("the last one from 104");
  expect(alerts[0]?.text).toContain("for 60 seconds");
});

test("[REG15] a name that nobody has concerns the whole installation; a name guessed from everywhere is named", () => {
  expect(told({ companyId: undefined }).alert).not.toHaveProperty("customerId");
  const { alert } = told({ scope: "name", waitMs: 3_600_000 });
  expect(alert).toMatchObject({ subject: "desk-maya" });
  expect(alert?.text).toContain("for 60 minutes");
});
