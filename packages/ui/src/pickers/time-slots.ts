import {
  clockText,
  dateText,
  dayNumber,
  instantsOnDay,
  type WallTime,
  wallTimeOf,
} from "../format/zoned-time.ts";

export interface TimeSlot {
  /** "hh:mm A", unique within a day. */
  readonly label: string;
  readonly instant: number;
}

export interface TimeSlotsOptions {
  readonly now: number;
  /** "YYYY-MM-DD", a day of the calendar in `timeZone`. */
  readonly date: string;
  readonly timeZone: string;
}

const STEP_MINUTES = 5;
const LAST_SLOT_MINUTE = 23 * 60 + 30;

type CalendarDay = Pick<WallTime, "year" | "month" | "day">;

function parseDate(date: string): CalendarDay {
  const [year = 0, month = 0, day = 0] = date.split("-").map(Number);
  return { year, month, day };
}

/** The day it is there now, as "YYYY-MM-DD". */
export function calendarDateOf(instant: number, timeZone: string): string {
  const { year, month, day } = wallTimeOf(instant, timeZone);
  const pad = (value: number, length: number): string => String(value).padStart(length, "0");
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
}

/** The next half hour, or the next full hour when the half hour has passed. The present minute is not "next". */
function firstMinuteOfToday({ hour, minute }: WallTime): number {
  return minute < 30 ? hour * 60 + 30 : (hour + 1) * 60;
}

function firstMinute(date: CalendarDay, today: WallTime): number {
  const daysAhead = dayNumber(date) - dayNumber(today);
  if (daysAhead < 0) return Number.POSITIVE_INFINITY;
  return daysAhead === 0 ? firstMinuteOfToday(today) : 0;
}

/**
 * The times that can be chosen on a day: five-minute steps up to 23:30, today from the next half or full hour on, any
 * other day from midnight. A time that summer time skips is left out; one that comes twice stands once, for its first
 * occurrence that is still ahead. Empty for a day that is over, and for today after 23:30.
 */
export function timeSlots({ now, date, timeZone }: TimeSlotsOptions): readonly TimeSlot[] {
  const day = parseDate(date);
  const slots: TimeSlot[] = [];
  const first = firstMinute(day, wallTimeOf(now, timeZone));
  const instantsAt = instantsOnDay(day, timeZone);
  for (let minutes = first; minutes <= LAST_SLOT_MINUTE; minutes += STEP_MINUTES) {
    const instant = instantsAt(minutes).find((candidate) => candidate > now);
    if (instant === undefined) continue;
    slots.push({ label: clockText({ hour: Math.floor(minutes / 60), minute: minutes % 60 }), instant });
  }
  return slots;
}

/** The first day that still has a time to offer: today, or tomorrow late in the evening. */
export function firstDateWithSlots(now: number, timeZone: string): string {
  const today = calendarDateOf(now, timeZone);
  return timeSlots({ now, date: today, timeZone }).length > 0 ? today : addDays(today, 1);
}

export function addDays(date: string, days: number): string {
  const { year, month, day } = parseDate(date);
  return new Date(Date.UTC(year, month - 1, day + days)).toISOString().slice(0, 10);
}

/** "Today", "Tomorrow" or "MM/DD/YYYY". */
export function dateLabel({ now, date, timeZone }: TimeSlotsOptions): string {
  const day = parseDate(date);
  const daysAhead = dayNumber(day) - dayNumber(wallTimeOf(now, timeZone));
  if (daysAhead === 0) return "Today";
  return daysAhead === 1 ? "Tomorrow" : dateText(day);
}
