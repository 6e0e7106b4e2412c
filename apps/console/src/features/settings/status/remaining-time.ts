import { clockTime, durationWords } from "@offhook/ui/format";
import { calendarDateOf, dateLabel } from "@offhook/ui/pickers";

const MINUTE_MS = 60_000;
/** Up to here one counts; beyond it one looks at the calendar. */
const COUNTED_MS = 12 * 60 * MINUTE_MS;

export interface Expiry {
  readonly at: number;
  readonly now: number;
  readonly timeZone: string;
}

/** When a running status ends, in words. */
export function remainingTime({ at, now, timeZone }: Expiry): string {
  const left = at - now;
  const clock = clockTime(at, timeZone);
  if (left <= MINUTE_MS) return "Clears in less than a minute";
  if (left <= COUNTED_MS) return `Clears in ${durationWords(Math.ceil(left / MINUTE_MS) * 60)}, at ${clock}`;
  const day = dateLabel({ now, date: calendarDateOf(at, timeZone), timeZone });
  return /^\d/.test(day) ? `Clears on ${day} at ${clock}` : `Clears ${day.toLowerCase()} at ${clock}`;
}
