import type { StatusDuration } from "@offhook/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { expiryOf } from "./status-expiry.ts";

type Duration = Exclude<StatusDuration, "custom">;

test.each<[string, Duration, string, string | null]>([
  ["[STA10] never has no end", "never", "2030-01-07T09:00:00Z", null],
  ["[STA10] half an hour", "30_minutes", "2030-01-07T09:00:00Z", "2030-01-07T09:30:00Z"],
  ["[STA10] one hour", "1_hour", "2030-01-07T09:00:00Z", "2030-01-07T10:00:00Z"],
  [
    "[STA10] four hours over the spring clock change",
    "4_hours",
    "2030-03-10T05:00:00Z",
    "2030-03-10T09:00:00Z",
  ],
  ["[STA11] today, in winter", "today", "2030-01-07T15:00:00Z", "2030-01-08T04:59:59Z"],
  ["[STA11] today, when UTC is already a day ahead", "today", "2030-01-08T04:30:00Z", "2030-01-08T04:59:59Z"],
  ["[STA11] today, at its first second", "today", "2030-01-07T05:00:00Z", "2030-01-08T04:59:59Z"],
  ["[STA11] today, at its last second", "today", "2030-01-08T04:59:59Z", "2030-01-08T04:59:59Z"],
  ["[STA11] the day of 23 hours", "today", "2030-03-10T05:00:00Z", "2030-03-11T03:59:59Z"],
  ["[STA11] the day of 25 hours", "today", "2030-11-03T04:00:00Z", "2030-11-04T04:59:59Z"],
  ["[STA11] this week, from a Monday", "this_week", "2030-01-07T15:00:00Z", "2030-01-14T04:59:59Z"],
  ["[STA11] this week, on a Sunday", "this_week", "2030-01-13T15:00:00Z", "2030-01-14T04:59:59Z"],
  [
    "[STA11] this week, over the spring clock change",
    "this_week",
    "2030-03-08T15:00:00Z",
    "2030-03-11T03:59:59Z",
  ],
  [
    "[STA11] this week, over the end of the year",
    "this_week",
    "2030-12-31T15:00:00Z",
    "2031-01-06T04:59:59Z",
  ],
])("%s", (_rule, duration, now, end) => {
  expect(shown(expiryOf(duration, unix(now), "America/New_York"))).toBe(end);
});

describe("[STA11] other calendars", () => {
  test.each([
    ["Pacific/Kiritimati", "2030-01-07T09:00:00Z", "2030-01-07T09:59:59Z"],
    ["Pacific/Niue", "2030-01-07T09:00:00Z", "2030-01-07T10:59:59Z"],
    ["Asia/Kathmandu", "2030-01-07T09:00:00Z", "2030-01-07T18:14:59Z"],
    // Midnight is skipped: the day after begins at one o'clock.
    ["America/Havana", "2024-03-09T12:00:00Z", "2024-03-10T04:59:59Z"],
    // Midnight comes twice, and both belong to the day after.
    ["America/Havana", "2024-11-02T12:00:00Z", "2024-11-03T03:59:59Z"],
  ])("%s on %s", (timezone, now, end) => {
    expect(shown(expiryOf("today", unix(now), timezone))).toBe(end);
  });
});

test("[STA11] a day's end lies on that day, and the next second on the next", () => {
  const zones = fc.constantFrom("America/New_York", "Europe/London", "Asia/Kolkata", "Australia/Lord_Howe");
  const seconds = fc.integer({ min: 1_700_000_000, max: 2_000_000_000 });
  fc.assert(
    fc.property(zones, seconds, (timezone, now) => {
      const end = expiryOf("today", now, timezone) ?? 0;
      expect(dateIn(timezone, end)).toBe(dateIn(timezone, now));
      expect(dateIn(timezone, end + 1)).not.toBe(dateIn(timezone, now));
    }),
  );
});

function unix(iso: string): number {
  return Date.parse(iso) / 1000;
}

function shown(seconds: number | null): string | null {
  return seconds === null ? null : new Date(seconds * 1000).toISOString().replace(".000", "");
}

function dateIn(timeZone: string, seconds: number): string {
  return new Date(seconds * 1000).toLocaleDateString("en-CA", { timeZone });
}
