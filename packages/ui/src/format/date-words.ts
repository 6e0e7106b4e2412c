import { clockText, dateText, dayNumber, type WallTime, wallTimeOf } from "./zoned-time.ts";

export interface Moment {
  readonly at: number;
  readonly now: number;
  readonly timeZone: string;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;

function minuteWords(elapsedMs: number): string {
  const minutes = Math.floor(elapsedMs / MINUTE_MS);
  return `${minutes} ${minutes === 1 ? "Minute" : "Minutes"} Ago`;
}

function weekdayOf(wall: WallTime): string {
  // The calendar's day 0, 1970-01-01, was a Thursday.
  return WEEKDAYS[(((dayNumber(wall) + 4) % 7) + 7) % 7] ?? "";
}

function monthAndDay(wall: WallTime, today: WallTime): string {
  return wall.year === today.year ? dateText(wall).slice(0, 5) : dateText(wall);
}

/**
 * The words of lists. In this order:
 * - less than a minute ago: "Just Now" (also up to a minute ahead, since clocks differ);
 * - less than an hour ago: "1 Minute Ago", "59 Minutes Ago", also across midnight;
 * - the same calendar day in the given zone: "Today"; hours are never counted;
 * - the day before: "Yesterday";
 * - two to six days before: the weekday (seven days ago has today's name, so it is a date);
 * - else "MM/DD", with "/YYYY" when the year is not the current one.
 */
export function dateWords({ at, now, timeZone }: Moment): string {
  const elapsedMs = now - at;
  if (Math.abs(elapsedMs) < MINUTE_MS) return "Just Now";
  if (elapsedMs > 0 && elapsedMs < HOUR_MS) return minuteWords(elapsedMs);
  return dayWords({ at, now, timeZone });
}

/** The calendar day alone, as it stands above what was said on it: never in minutes. */
export function dayWords({ at, now, timeZone }: Moment): string {
  const wall = wallTimeOf(at, timeZone);
  const today = wallTimeOf(now, timeZone);
  const daysAgo = dayNumber(today) - dayNumber(wall);
  if (daysAgo === 0) return "Today";
  if (daysAgo === 1) return "Yesterday";
  if (daysAgo > 1 && daysAgo < 7) return weekdayOf(wall);
  return monthAndDay(wall, today);
}

/**
 * The same steps with the clock, where there is room for it: "Just now", "5 Minutes Ago", "Today at 03:05 PM",
 * "Yesterday at 03:05 PM", "Monday at 03:05 PM", "11/03 at 03:05 PM".
 */
export function timeLabel(moment: Moment): string {
  const words = dateWords(moment);
  if (words === "Just Now") return "Just now";
  if (words.endsWith("Ago")) return words;
  return `${words} at ${clockText(wallTimeOf(moment.at, moment.timeZone))}`;
}

/** "MM/DD/YYYY hh:mm A", for titles and exports. */
export function fullDateTime(at: number, timeZone: string): string {
  const wall = wallTimeOf(at, timeZone);
  return `${dateText(wall)} ${clockText(wall)}`;
}

/** "hh:mm A". */
export function clockTime(at: number, timeZone: string): string {
  return clockText(wallTimeOf(at, timeZone));
}

/** "today at 03:05 PM", "tomorrow at 09:00 AM", "11/24/2026 at 09:00 AM": for times ahead, in the middle of a sentence. */
export function dueWords(moment: Moment): string {
  const { at, now, timeZone } = moment;
  const wall = wallTimeOf(at, timeZone);
  const daysAhead = dayNumber(wall) - dayNumber(wallTimeOf(now, timeZone));
  if (daysAhead === 0) return `today at ${clockText(wall)}`;
  if (at < now) return timeLabel(moment);
  return `${daysAhead === 1 ? "tomorrow" : dateText(wall)} at ${clockText(wall)}`;
}
