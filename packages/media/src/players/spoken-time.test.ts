import { expect, test } from "vitest";
import { sayMoment } from "./spoken-time.ts";

const NOW = Date.parse("2026-11-17T15:00:00Z");

test.each([
  ["2026-11-17T14:05:00Z", "America/New_York", "today at number-9 oh number-5 a-m"],
  ["2026-11-17T05:00:00Z", "America/New_York", "today at number-12 o-clock a-m"],
  ["2026-11-17T04:59:00Z", "America/New_York", "yesterday at number-11 number-50 number-9 p-m"],
  ["2026-11-17T04:59:00Z", "Europe/London", "today at number-4 number-50 number-9 a-m"],
  ["2026-11-13T17:30:00Z", "America/New_York", "weekday-5 at number-12 number-30 p-m"],
  ["2026-11-10T17:30:00Z", "America/New_York", "month-11 number-10 at number-12 number-30 p-m"],
  ["2025-11-17T17:30:00Z", "America/New_York", "month-11 number-17 at number-12 number-30 p-m"],
  // A clock that was set back must not make the future "yesterday".
  ["2026-11-19T17:30:00Z", "America/New_York", "month-11 number-19 at number-12 number-30 p-m"],
])("[PLA9] %s in %s is said as %s", (at, zone, said) => {
  expect(sayMoment(Date.parse(at), NOW, zone).join(" ")).toBe(said);
});
