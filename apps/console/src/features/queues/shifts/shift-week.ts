import type { Shift } from "@offhook/contract";
import { wallTimeOf } from "@offhook/ui/format";

const DAY_MS = 86_400_000;
const DAYS = 7;
/** So much of a time is its day: "2026-11-18". */
const DATE_LENGTH = 10;
const TIME_LENGTH = 16;

/** Times of the company are compared as they are written, so that no zone comes in between. */
const asIfUtc = (time: string): number => Date.parse(time.length === DATE_LENGTH ? time : `${time}:00Z`);
const timeOf = (at: number): string => new Date(at).toISOString().slice(0, TIME_LENGTH);

/** What the clocks of a place show at a moment, "2026-11-18T20:00". */
export function companyTime(instant: number, timeZone: string): string {
  const { year, month, day, hour, minute } = wallTimeOf(instant, timeZone);
  return timeOf(Date.UTC(year, month - 1, day, hour, minute));
}

/** The days from Monday to Sunday, so many weeks from the one of `now`. */
export function daysOfWeek(now: string, weeksAhead: number): readonly string[] {
  const today = asIfUtc(now.slice(0, DATE_LENGTH));
  const sinceMonday = (new Date(today).getUTCDay() + 6) % DAYS;
  const monday = today + (weeksAhead * DAYS - sinceMonday) * DAY_MS;
  return Array.from({ length: DAYS }, (_, index) => timeOf(monday + index * DAY_MS).slice(0, DATE_LENGTH));
}

/** From the beginning of the first of these days to the end of the last. */
export function periodOf(days: readonly string[]): { readonly from: string; readonly to: string } {
  const end = asIfUtc(days.at(-1) ?? "") + DAY_MS;
  return { from: `${days[0]}T00:00`, to: timeOf(end) };
}

/** A piece of a day in which one person is on call, or nobody. */
export interface DayPart {
  readonly from: string;
  /** Midnight is the beginning of the next day. */
  readonly to: string;
  readonly hours: number;
  /** Undefined: nobody is on call. */
  readonly shift: Shift | undefined;
}

/** A day of a hunt group from midnight to midnight, gaps included. */
export function partsOfDay(day: string, shifts: readonly Shift[]): readonly DayPart[] {
  const begin = asIfUtc(day);
  const end = begin + DAY_MS;
  const parts: DayPart[] = [];
  let reached = begin;
  const add = (to: number, shift: Shift | undefined): void => {
    if (to <= reached) return;
    parts.push({ from: timeOf(reached), to: timeOf(to), hours: (to - reached) / (DAY_MS / 24), shift });
    reached = to;
  };
  for (const shift of shifts.toSorted((one, other) => one.starts_at - other.starts_at)) {
    const [from, to] = [asIfUtc(shift.from), asIfUtc(shift.to)];
    if (to <= begin || from >= end) continue;
    add(Math.min(from, end), undefined);
    add(Math.min(to, end), shift);
  }
  add(end, undefined);
  return parts;
}

/** Where a new shift would begin and end that fills a gap; undefined where the gap is over. */
export function fillingOf(
  { from, to }: Pick<DayPart, "from" | "to">,
  now: string,
): { readonly from: string; readonly to: string } | undefined {
  if (to <= now) return undefined;
  return { from: from < now ? now : from, to };
}
