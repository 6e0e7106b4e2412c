import { expect, test } from "vitest";
import { remainingTime } from "./remaining-time.ts";

const NEW_YORK = "America/New_York";
const now = Date.parse("2026-07-15T10:00:00-04:00");

test.each([
  ["2026-07-15T09:59:00-04:00", "Clears in less than a minute"],
  ["2026-07-15T10:00:59-04:00", "Clears in less than a minute"],
  ["2026-07-15T10:01:30-04:00", "Clears in 2 minutes, at 10:01 AM"],
  ["2026-07-15T10:25:00-04:00", "Clears in 25 minutes, at 10:25 AM"],
  ["2026-07-15T14:00:00-04:00", "Clears in 4 hours, at 02:00 PM"],
  ["2026-07-15T23:59:59-04:00", "Clears today at 11:59 PM"],
  ["2026-07-16T09:00:00-04:00", "Clears tomorrow at 09:00 AM"],
  ["2026-07-19T23:59:59-04:00", "Clears on 07/19/2026 at 11:59 PM"],
])("%s: %s", (at, words) => {
  expect(remainingTime({ at: Date.parse(at), now, timeZone: NEW_YORK })).toBe(words);
});
