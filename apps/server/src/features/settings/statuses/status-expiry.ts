import type { StatusDuration } from "@offhook/contract";
import { lastSecondOfDay } from "./calendar-day.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAYS_IN_WEEK = 7;

/** When a status set at `now` ends, in unix seconds; null when it stays until it is cleared. */
export function expiryOf(
  duration: Exclude<StatusDuration, "custom">,
  now: number,
  timezone: string,
): number | null {
  switch (duration) {
    case "never":
      return null;
    case "30_minutes":
      return now + 30 * MINUTE;
    case "1_hour":
      return now + HOUR;
    case "4_hours":
      return now + 4 * HOUR;
    case "today":
      return lastSecondOfDay(now, timezone, () => 0);
    case "this_week":
      return lastSecondOfDay(now, timezone, (weekday) => (DAYS_IN_WEEK - weekday) % DAYS_IN_WEEK);
  }
}
