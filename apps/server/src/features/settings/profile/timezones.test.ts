import { expect, test } from "vitest";
import { isTimezone, TIMEZONES } from "./timezones.ts";

test("every zone on offer is known, once, under its standard offset", () => {
  expect(TIMEZONES.filter(({ value }) => !isTimezone(value))).toEqual([]);
  expect(new Set(TIMEZONES.map(({ value }) => value)).size).toBe(TIMEZONES.length);
  const wrong = TIMEZONES.filter(({ text, value }) => !text.startsWith(`(UTC${standardOffset(value)})`));
  expect(wrong).toEqual([]);
});

test.each(["", "Mars/Olympus", "+02:00", "America/New York", "../etc"])("%j is no time zone", (name) => {
  expect(isTimezone(name)).toBe(false);
});

/** Of the two halves of a year, the one with the smaller offset has standard time. */
function standardOffset(timeZone: string): string {
  const offsets = ["2026-01-15T12:00:00Z", "2026-07-15T12:00:00Z"].map((date) => {
    const format = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" });
    const name = format.formatToParts(new Date(date)).find((part) => part.type === "timeZoneName")?.value;
    return name?.replace("GMT", "") || "+00:00";
  });
  const minutes = (offset: string): number =>
    Number(`${offset[0]}1`) * Number(offset.slice(1).replace(":", ""));
  return offsets.sort((a, b) => minutes(a) - minutes(b))[0] ?? "";
}
