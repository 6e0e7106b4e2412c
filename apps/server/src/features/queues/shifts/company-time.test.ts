import { expect, test } from "vitest";
import { companyTimeOf, instantOfCompanyTime, weeksLater } from "./company-time.ts";

const NEW_YORK = "America/New_York";
const HOUR_MS = 3_600_000;

test.each([
  ["[SHIFT3] in winter", "2026-11-18T20:00", NEW_YORK, "2026-11-19T01:00:00.000Z"],
  ["[SHIFT3] in summer", "2026-07-01T20:00", NEW_YORK, "2026-07-02T00:00:00.000Z"],
  ["[SHIFT3] east of UTC", "2026-07-01T00:30", "Europe/Berlin", "2026-06-30T22:30:00.000Z"],
  ["[SHIFT3] of a repeated hour the first", "2026-11-01T01:30", NEW_YORK, "2026-11-01T05:30:00.000Z"],
  ["[SHIFT3] in a skipped hour", "2026-03-08T02:30", NEW_YORK, "2026-03-08T07:30:00.000Z"],
  ["[SHIFT3] right after it", "2026-03-08T03:00", NEW_YORK, "2026-03-08T07:00:00.000Z"],
])("%s", (_rule, time, zone, instant) => {
  expect(new Date(instantOfCompanyTime(time, zone)).toISOString()).toBe(instant);
});

test.each([
  ["[SHIFT3] the night the clocks go forward is an hour shorter", "2026-03-07T20:00", "2026-03-08T06:00", 9],
  ["[SHIFT3] the night they go back is an hour longer", "2026-10-31T20:00", "2026-11-01T06:00", 11],
  ["[SHIFT3] any other night", "2026-11-18T20:00", "2026-11-19T06:00", 10],
])("%s", (_rule, from, to, hours) => {
  expect(instantOfCompanyTime(to, NEW_YORK) - instantOfCompanyTime(from, NEW_YORK)).toBe(hours * HOUR_MS);
});

test("[SHIFT3] a moment reads as the company's clocks show it", () => {
  expect(companyTimeOf(Date.parse("2026-11-19T05:00:00Z"), NEW_YORK)).toBe("2026-11-19T00:00");
});

test("[SHIFT4] weeks later it is the same time of the clock, also behind a change of the clocks", () => {
  expect(weeksLater("2026-10-28T20:00", 1)).toBe("2026-11-04T20:00");
  expect(weeksLater("2026-12-30T20:00", 1)).toBe("2027-01-06T20:00");
});
