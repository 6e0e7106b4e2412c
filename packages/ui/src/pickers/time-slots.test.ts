import fc from "fast-check";
import { expect, test } from "vitest";
import { wallTimeOf } from "../format/zoned-time.ts";
import { addDays, calendarDateOf, dateLabel, firstDateWithSlots, timeSlots } from "./time-slots.ts";

const NEW_YORK = "America/New_York";
const zones = [
  NEW_YORK,
  "UTC",
  "Europe/London",
  "Asia/Kolkata",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "America/St_Johns",
];

test.each<[string, string | undefined, number]>([
  ["2026-07-15T00:00:00-04:00", "12:30 AM", 277],
  ["2026-07-15T10:00:00-04:00", "10:30 AM", 157],
  ["2026-07-15T10:29:59-04:00", "10:30 AM", 157],
  ["2026-07-15T10:30:00-04:00", "11:00 AM", 151],
  ["2026-07-15T10:59:59-04:00", "11:00 AM", 151],
  ["2026-07-15T22:31:00-04:00", "11:00 PM", 7],
  ["2026-07-15T23:00:00-04:00", "11:30 PM", 1],
  ["2026-07-15T23:29:00-04:00", "11:30 PM", 1],
  ["2026-07-15T23:30:00-04:00", undefined, 0],
  ["2026-07-15T23:59:00-04:00", undefined, 0],
])("today at %s the first time is %o, of %d", (at, first, count) => {
  const now = Date.parse(at);
  const slots = timeSlots({ now, date: calendarDateOf(now, NEW_YORK), timeZone: NEW_YORK });
  expect(slots[0]?.label).toBe(first);
  expect(slots).toHaveLength(count);
});

test("another day goes from midnight to 23:30 in steps of five minutes", () => {
  const now = Date.parse("2026-07-15T10:00:00-04:00");
  const slots = timeSlots({ now, date: "2026-07-16", timeZone: NEW_YORK });
  expect(slots).toHaveLength(283);
  expect(slots.slice(0, 3).map((slot) => slot.label)).toEqual(["12:00 AM", "12:05 AM", "12:10 AM"]);
  expect(slots.at(-1)).toEqual({ label: "11:30 PM", instant: Date.parse("2026-07-16T23:30:00-04:00") });
});

test("a day that is over has no times", () => {
  const now = Date.parse("2026-07-15T10:00:00-04:00");
  expect(timeSlots({ now, date: "2026-07-14", timeZone: NEW_YORK })).toEqual([]);
});

test("the hour that summer time skips is not offered", () => {
  const now = Date.parse("2026-03-07T10:00:00-05:00");
  const slots = timeSlots({ now, date: "2026-03-08", timeZone: NEW_YORK });
  expect(slots).toHaveLength(283 - 12);
  const labels = slots.map((slot) => slot.label);
  expect(labels).not.toContain("02:30 AM");
  expect(labels[labels.indexOf("01:55 AM") + 1]).toBe("03:00 AM");
});

test("a next half hour that does not exist gives way to the one after", () => {
  const now = Date.parse("2026-03-08T01:45:00-05:00");
  expect(timeSlots({ now, date: "2026-03-08", timeZone: NEW_YORK })[0]).toEqual({
    label: "03:00 AM",
    instant: Date.parse("2026-03-08T03:00:00-04:00"),
  });
});

test("the hour that comes twice is offered once, for its first occurrence", () => {
  const now = Date.parse("2026-10-31T10:00:00-04:00");
  const slots = timeSlots({ now, date: "2026-11-01", timeZone: NEW_YORK });
  const half = slots.filter((slot) => slot.label === "01:30 AM");
  expect(half).toEqual([{ label: "01:30 AM", instant: Date.parse("2026-11-01T01:30:00-04:00") }]);
});

test("between the two the second occurrence is meant", () => {
  // 01:10 for the second time: 01:30 has passed once and comes again.
  const now = Date.parse("2026-11-01T01:10:00-05:00");
  expect(timeSlots({ now, date: "2026-11-01", timeZone: NEW_YORK })[0]).toEqual({
    label: "01:30 AM",
    instant: Date.parse("2026-11-01T01:30:00-05:00"),
  });
});

const instant = fc
  .date({ min: new Date("2000-01-01T00:00:00Z"), max: new Date("2040-01-01T00:00:00Z"), noInvalidDate: true })
  .map((date) => date.getTime());

test("every time lies ahead, on its day, on a step, named once and as the clock there names it", () => {
  fc.assert(
    fc.property(
      instant,
      fc.constantFrom(...zones),
      fc.integer({ min: -1, max: 40 }),
      (now, timeZone, days) => {
        const date = addDays(calendarDateOf(now, timeZone), days);
        const slots = timeSlots({ now, date, timeZone });
        expect(new Set(slots.map((slot) => slot.label)).size).toBe(slots.length);
        for (const slot of slots.filter((_, index) => index % 13 === 0)) {
          const wall = wallTimeOf(slot.instant, timeZone);
          expect(slot.instant).toBeGreaterThan(now);
          expect(calendarDateOf(slot.instant, timeZone)).toBe(date);
          expect(wall.minute % 5).toBe(0);
          expect(slot.label.slice(3, 5)).toBe(String(wall.minute).padStart(2, "0"));
        }
      },
    ),
    { numRuns: 60 },
  );
});

test("there is always a first day with a time, at most one day ahead", () => {
  fc.assert(
    fc.property(instant, fc.constantFrom(...zones), (now, timeZone) => {
      const date = firstDateWithSlots(now, timeZone);
      const today = calendarDateOf(now, timeZone);
      expect([today, addDays(today, 1)]).toContain(date);
      const [first] = timeSlots({ now, date, timeZone });
      expect(first).toBeDefined();
      // Half an hour at most, an hour where summer time skips one, or the last half hour of the day.
      expect((first?.instant ?? 0) - now).toBeLessThanOrEqual(90 * 60_000);
    }),
    { numRuns: 100 },
  );
});

test.each([
  ["2026-07-15", "Today"],
  ["2026-07-16", "Tomorrow"],
  ["2026-07-17", "07/17/2026"],
  ["2027-01-02", "01/02/2027"],
])("%s is called %s", (date, label) => {
  expect(dateLabel({ now: Date.parse("2026-07-15T23:50:00-04:00"), date, timeZone: NEW_YORK })).toBe(label);
});

test("days are added over the ends of months and years", () => {
  expect([addDays("2026-12-31", 1), addDays("2028-02-28", 1), addDays("2026-03-01", -1)]).toEqual([
    "2027-01-01",
    "2028-02-29",
    "2026-02-28",
  ]);
});
