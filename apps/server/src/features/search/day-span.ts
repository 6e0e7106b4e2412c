import type { SearchDay } from "@offhook/search";
import type { SearchSpan } from "../../database/search/search-index.ts";

interface PlainDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** Pure. From the beginning of a day to its end, as a clock on the wall of that zone shows it. */
export function daySpan(
  day: SearchDay,
  now: number,
  timezone: string,
): Required<SearchSpan> & { from: Date; until: Date } {
  const today = dayAt(now, timezone);
  const from = plainDay(day, today);
  return { from: midnight(from, timezone), until: midnight({ ...from, day: from.day + 1 }, timezone) };
}

function plainDay(day: SearchDay, today: PlainDay): PlainDay {
  if (day.kind === "ago") return { ...today, day: today.day - day.days };
  if (day.year !== undefined) return { year: day.year, month: day.month, day: day.day };
  const isLater = day.month > today.month || (day.month === today.month && day.day > today.day);
  return { year: isLater ? today.year - 1 : today.year, month: day.month, day: day.day };
}

function dayAt(time: number, timezone: string): PlainDay {
  const [month = 1, day = 1, year = 1970] = new Intl.DateTimeFormat("en-US", {
    timeZone: timezone,
    year: "numeric",
    month: "numeric",
    day: "numeric",
  })
    .format(time)
    .split("/")
    .map(Number);
  return { year, month, day };
}

/** The zone's distance from UTC is that of the moment, and the moment depends on it: the second look is right. */
function midnight({ year, month, day }: PlainDay, timezone: string): Date {
  const wall = Date.UTC(year, month - 1, day);
  const first = wall - offsetAt(wall, timezone);
  return new Date(wall - offsetAt(first, timezone));
}

function offsetAt(time: number, timezone: string): number {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone: timezone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(time);
  const part = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find((each) => each.type === type)?.value ?? 0);
  const wall = Date.UTC(
    part("year"),
    part("month") - 1,
    part("day"),
    part("hour"),
    part("minute"),
    part("second"),
  );
  return wall - Math.floor(time / 1000) * 1000;
}
