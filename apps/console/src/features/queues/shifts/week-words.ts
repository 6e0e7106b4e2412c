import type { Shift } from "@offhook/contract";
import { shiftTimeText } from "./shift-words.ts";

/** The time is the company's, so no zone may be applied to it. */
function written(time: string, options: Intl.DateTimeFormatOptions): string {
  const at = Date.parse(time.includes("T") ? `${time}:00Z` : time);
  return new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" }).format(at);
}

/** "Nov 18, 8:00 PM to Nov 19, 6:00 AM"; on one day the date is said once. */
export function shiftRangeText({ from, to }: Pick<Shift, "from" | "to">): string {
  const [day] = from.split("T");
  const isOneDay = to.startsWith(`${day}T`);
  const end = isOneDay ? written(to, { hour: "numeric", minute: "2-digit" }) : shiftTimeText(to);
  return `${shiftTimeText(from)} to ${end}`;
}

/** "8 PM", or "8:30 PM". */
export function hourText(time: string): string {
  const isWhole = time.endsWith(":00");
  return written(time, { hour: "numeric", ...(!isWhole && { minute: "2-digit" }) });
}

/** "Wed, Nov 18". */
export const dayText = (day: string): string =>
  written(day, { weekday: "short", month: "short", day: "numeric" });

/** "Wed 18", above a column. */
export const columnText = (day: string): string =>
  `${written(day, { weekday: "short" })} ${written(day, { day: "numeric" })}`;

/** "Nov 16 to Nov 22, 2026". */
export function weekText(days: readonly string[]): string {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return "";
  const monthDay = { month: "short", day: "numeric" } as const;
  return `${written(first, monthDay)} to ${written(last, { ...monthDay, year: "numeric" })}`;
}
