import { calendarDay } from "../../format/calendar-day.ts";
import { dayWords } from "../../format/date-words.ts";
import type { DayRow } from "./stream-row.ts";

/** Asked for each thing that was said, oldest first: the heading in front of it, if a day begins with it. */
export type DayHeadings = (at: number) => DayRow | undefined;

/** Beyond it there are no dates. */
const LAST_DATE_MS = 8.64e15;

export function createDayHeadings(now: number, timeZone: string): DayHeadings {
  let last = { day: "", at: Number.NEGATIVE_INFINITY };
  return (at) => {
    // Of no day that there is: it stands with those before it.
    if (typeof at !== "number" || !(Math.abs(at) <= LAST_DATE_MS)) return undefined;
    const day = calendarDay(at, timeZone);
    // Never back to a day that was there: messages are in order, the clocks of those who wrote them need not be.
    if (at < last.at || day === last.day) return undefined;
    last = { day, at };
    return { kind: "day", key: `day ${day}`, label: dayWords({ at, now, timeZone }) };
  };
}
