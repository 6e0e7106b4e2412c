import type { Shift } from "@offhook/contract";
import { expect, test } from "vitest";
import { aShift } from "../testing/a-shift.ts";
import { companyTime, daysOfWeek, fillingOf, partsOfDay, periodOf } from "./shift-week.ts";

const read = (day: string, shifts: readonly Shift[]): string[] =>
  partsOfDay(day, shifts).map(
    ({ from, to, shift }) => `${from.slice(11)} ${to.slice(11)} ${shift?.name ?? "-"}`,
  );

test.each([
  ["[SHIFT10] this week begins on Monday", "2026-11-18T16:00", 0, "2026-11-16", "2026-11-22"],
  ["[SHIFT10] also on a Sunday", "2026-11-22T23:59", 0, "2026-11-16", "2026-11-22"],
  ["[SHIFT10] and on a Monday", "2026-11-16T00:00", 0, "2026-11-16", "2026-11-22"],
  ["[SHIFT10] the week before", "2026-11-18T16:00", -1, "2026-11-09", "2026-11-15"],
  ["[SHIFT10] over the end of a year", "2026-12-30T16:00", 1, "2027-01-04", "2027-01-10"],
])("%s", (_rule, now, ahead, first, last) => {
  const days = daysOfWeek(now, ahead);
  expect([days.length, days[0], days.at(-1)]).toEqual([7, first, last]);
});

test("[SHIFT10] a week is asked for from midnight to midnight", () => {
  expect(periodOf(daysOfWeek("2026-12-30T16:00", 0))).toEqual({
    from: "2026-12-28T00:00",
    to: "2027-01-04T00:00",
  });
});

test("[SHIFT10] a day has its shifts and the gaps between them", () => {
  const night = aShift({ name: "Lena", from: "2026-11-17T20:00", to: "2026-11-18T06:00" });
  const day = aShift({ name: "Dev", from: "2026-11-18T06:00", to: "2026-11-18T12:30" });
  const late = aShift({ name: "Ines", from: "2026-11-18T22:00", to: "2026-11-19T06:00" });
  expect(read("2026-11-18", [late, night, day])).toEqual([
    "00:00 06:00 Lena",
    "06:00 12:30 Dev",
    "12:30 22:00 -",
    "22:00 00:00 Ines",
  ]);
  expect(read("2026-11-20", [late, night, day])).toEqual(["00:00 00:00 -"]);
});

test("[SHIFT10] a shift of days fills each of them", () => {
  const long = aShift({ name: "Lena", from: "2026-11-17T08:00", to: "2026-11-20T08:00" });
  expect(read("2026-11-18", [long])).toEqual(["00:00 00:00 Lena"]);
});

test("[SHIFT10] a gap is filled from now on at the earliest, and not when it is over", () => {
  const gap = { from: "2026-11-18T06:00", to: "2026-11-18T20:00" };
  expect(fillingOf(gap, "2026-11-17T10:00")).toEqual(gap);
  expect(fillingOf(gap, "2026-11-18T10:12")).toEqual({ ...gap, from: "2026-11-18T10:12" });
  expect(fillingOf(gap, "2026-11-18T20:00")).toBeUndefined();
});

test("[SHIFT10] the company's clocks say which day it is", () => {
  expect(companyTime(Date.parse("2026-11-19T03:30:00Z"), "America/New_York")).toBe("2026-11-18T22:30");
});
