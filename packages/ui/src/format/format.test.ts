import fc from "fast-check";
import { expect, test } from "vitest";
import { formatBytes } from "./bytes.ts";
import { clockTime, dateWords, fullDateTime, timeLabel } from "./date-words.ts";
import { instantsOf, instantsOnDay, wallTimeOf } from "./zoned-time.ts";

const NEW_YORK = "America/New_York";
const zones = [
  NEW_YORK,
  "UTC",
  "Europe/London",
  "Asia/Kolkata",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Pacific/Apia",
];

// Wednesday, 2026-07-15, 14:30:00 in New York.
const now = Date.parse("2026-07-15T14:30:00-04:00");

test.each<[string, string, string, string]>([
  ["now", "2026-07-15T14:30:00-04:00", "Just Now", "Just now"],
  ["a clock that runs ahead", "2026-07-15T14:30:59-04:00", "Just Now", "Just now"],
  ["59 s", "2026-07-15T14:29:01-04:00", "Just Now", "Just now"],
  ["60 s", "2026-07-15T14:29:00-04:00", "1 Minute Ago", "1 Minute Ago"],
  ["two minutes", "2026-07-15T14:27:59-04:00", "2 Minutes Ago", "2 Minutes Ago"],
  ["one second short of an hour", "2026-07-15T13:30:01-04:00", "59 Minutes Ago", "59 Minutes Ago"],
  ["an hour", "2026-07-15T13:30:00-04:00", "Today", "Today at 01:30 PM"],
  ["the first minute of the day", "2026-07-15T00:00:00-04:00", "Today", "Today at 12:00 AM"],
  ["later today", "2026-07-15T18:00:00-04:00", "Today", "Today at 06:00 PM"],
  ["the last of the day before", "2026-07-14T23:59:00-04:00", "Yesterday", "Yesterday at 11:59 PM"],
  ["the first of the day before", "2026-07-14T00:00:00-04:00", "Yesterday", "Yesterday at 12:00 AM"],
  ["two days", "2026-07-13T23:59:00-04:00", "Monday", "Monday at 11:59 PM"],
  ["six days", "2026-07-09T12:00:00-04:00", "Thursday", "Thursday at 12:00 PM"],
  ["seven days", "2026-07-08T23:00:00-04:00", "07/08", "07/08 at 11:00 PM"],
  ["the first of the year", "2026-01-01T09:05:00-05:00", "01/01", "01/01 at 09:05 AM"],
  ["last year", "2025-12-31T09:05:00-05:00", "12/31/2025", "12/31/2025 at 09:05 AM"],
  ["tomorrow", "2026-07-16T09:00:00-04:00", "07/16", "07/16 at 09:00 AM"],
  ["next year", "2027-02-03T09:00:00-05:00", "02/03/2027", "02/03/2027 at 09:00 AM"],
])("%s (%s) reads %o, with the clock %o", (_what, at, words, label) => {
  const moment = { at: Date.parse(at), now, timeZone: NEW_YORK };
  expect(dateWords(moment)).toBe(words);
  expect(timeLabel(moment)).toBe(label);
});

test("minutes are counted across midnight", () => {
  const moment = {
    at: Date.parse("2026-07-14T23:58:00-04:00"),
    now: Date.parse("2026-07-15T00:05:00-04:00"),
  };
  expect(dateWords({ ...moment, timeZone: NEW_YORK })).toBe("7 Minutes Ago");
});

test("the same moment is today here and yesterday there", () => {
  const at = Date.parse("2026-07-15T01:00:00Z");
  const later = Date.parse("2026-07-15T12:00:00Z");
  expect(dateWords({ at, now: later, timeZone: "UTC" })).toBe("Today");
  expect(dateWords({ at, now: later, timeZone: NEW_YORK })).toBe("Yesterday");
});

test("a weekday within a week spans the end of the year", () => {
  const at = Date.parse("2025-12-30T12:00:00Z");
  expect(dateWords({ at, now: Date.parse("2026-01-02T12:00:00Z"), timeZone: "UTC" })).toBe("Tuesday");
});

test("a day of 23 hours is still one day", () => {
  const at = Date.parse("2026-03-07T23:30:00-05:00");
  const after = Date.parse("2026-03-09T00:10:00-04:00");
  expect(dateWords({ at, now: after, timeZone: NEW_YORK })).toBe("Saturday");
});

test("full and clock time are those of the zone", () => {
  expect(fullDateTime(now, NEW_YORK)).toBe("07/15/2026 02:30 PM");
  expect(clockTime(now, "Asia/Kolkata")).toBe("12:00 AM");
});

test("an instant comes back from what the wall showed", () => {
  const anyMinute = fc
    .integer({
      min: Date.parse("1990-01-01T00:00:00Z") / 60_000,
      max: Date.parse("2040-01-01T00:00:00Z") / 60_000,
    })
    .map((minutes) => minutes * 60_000);
  fc.assert(
    fc.property(anyMinute, fc.constantFrom(...zones), (instant, timeZone) => {
      expect(instantsOf(wallTimeOf(instant, timeZone), timeZone)).toContain(instant);
    }),
    { numRuns: 500 },
  );
});

test("the clock on the wall is the one of the zone's table, also on days on which clocks are changed", () => {
  const clockOf = (timeZone: string): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" });
  const clocks = new Map(zones.map((timeZone) => [timeZone, clockOf(timeZone)]));
  const changes = ["2026-03-08", "2026-11-01", "2026-10-03", "2011-12-30", "1972-01-07", "1895-03-01"];
  const nearChange = fc
    .record({ day: fc.constantFrom(...changes), ms: fc.integer({ min: -86_400_000, max: 2 * 86_400_000 }) })
    .map(({ day, ms }) => Date.parse(day) + ms);
  const anyTime = fc.integer({ min: Date.parse("1960-01-01"), max: Date.parse("2040-01-01") });
  fc.assert(
    fc.property(fc.oneof(nearChange, anyTime), fc.constantFrom(...zones), (instant, timeZone) => {
      const { year, month, day, hour, minute } = wallTimeOf(instant, timeZone);
      const [date, time] = [
        [year, month, day].map((part) => String(part).padStart(2, "0")).join("-"),
        [hour, minute].map((part) => String(part).padStart(2, "0")).join(":"),
      ];
      expect(`${date} ${time}`).toBe(clocks.get(timeZone)?.format(instant));
    }),
    { numRuns: 500 },
  );
});

test("a whole day asked at once answers as one time asked alone", () => {
  const day = fc
    .date({ min: new Date("1990-01-01"), max: new Date("2040-01-01"), noInvalidDate: true })
    .map((date) => ({
      year: date.getUTCFullYear(),
      month: date.getUTCMonth() + 1,
      day: date.getUTCDate(),
    }));
  const changes = [
    { year: 2026, month: 3, day: 8 },
    { year: 2026, month: 11, day: 1 },
    { year: 2026, month: 4, day: 5 },
    { year: 2011, month: 12, day: 30 },
  ];
  const minute = fc.integer({ min: 0, max: 1439 });
  fc.assert(
    fc.property(
      fc.oneof(day, fc.constantFrom(...changes)),
      minute,
      fc.constantFrom(...zones),
      (date, minutes, zone) => {
        const alone = instantsOf({ ...date, hour: Math.floor(minutes / 60), minute: minutes % 60 }, zone);
        expect(instantsOnDay(date, zone)(minutes)).toEqual(alone);
      },
    ),
    { numRuns: 500 },
  );
});

test.each<[string, string, string[]]>([
  ["2026-03-08 02:30", NEW_YORK, []],
  ["2026-11-01 01:30", NEW_YORK, ["2026-11-01T05:30:00.000Z", "2026-11-01T06:30:00.000Z"]],
  ["2026-07-15 14:30", NEW_YORK, ["2026-07-15T18:30:00.000Z"]],
  ["2011-12-30 12:00", "Pacific/Apia", []],
  ["2026-04-05 01:45", "Australia/Lord_Howe", ["2026-04-04T14:45:00.000Z", "2026-04-04T15:15:00.000Z"]],
])("the wall shows %s in %s at %j", (wall, timeZone, instants) => {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = wall.split(/[- :]/u).map(Number);
  const found = instantsOf({ year, month, day, hour, minute }, timeZone);
  expect(found.map((instant) => new Date(instant).toISOString())).toEqual(instants);
});

test.each<[number, string, string]>([
  [0, "0 B", "0 B"],
  [1, "1 B", "1 B"],
  [999, "999 B", "999 B"],
  [1000, "1 kB", "1000 B"],
  [1024, "1 kB", "1 KiB"],
  [1500, "1.5 kB", "1.5 KiB"],
  [9949, "9.9 kB", "9.7 KiB"],
  [9960, "10 kB", "9.7 KiB"],
  [999_600, "1 MB", "976 KiB"],
  [1_048_576, "1 MB", "1 MiB"],
  [1_572_864, "1.6 MB", "1.5 MiB"],
  [5e9, "5 GB", "4.7 GiB"],
  [4_980_736, "5 MB", "4.8 MiB"],
  [Number.NaN, "0 B", "0 B"],
])("%d bytes are %o or %o", (bytes, decimal, binary) => {
  expect(formatBytes(bytes)).toBe(decimal);
  expect(formatBytes(bytes, 1024)).toBe(binary);
});

test("an amount never needs four digits of the next unit", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2 ** 48 }),
      fc.constantFrom(1000 as const, 1024 as const),
      (bytes, base) => {
        expect(Number.parseFloat(formatBytes(bytes, base))).toBeLessThan(base);
      },
    ),
  );
});
