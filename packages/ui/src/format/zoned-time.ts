/** What a clock and a calendar on the wall of that zone show. Months count from 1. */
export interface WallTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  // Making one costs a hundred times as much as using it, and a list asks for every row.
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat("en-US", {
      timeZone,
      calendar: "gregory",
      numberingSystem: "latn",
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
    });
    formatters.set(timeZone, formatter);
  }
  return formatter;
}

export function wallTimeOf(instant: number, timeZone: string): WallTime {
  const offset =
    instant < WHOLE_MINUTES_SINCE ? undefined : offsetOfDay(Math.floor(instant / DAY_MS), timeZone);
  if (offset === undefined) return askedWallTime(instant, timeZone);
  const shifted = new Date(instant + offset);
  return {
    year: shifted.getUTCFullYear(),
    month: shifted.getUTCMonth() + 1,
    day: shifted.getUTCDate(),
    hour: shifted.getUTCHours(),
    minute: shifted.getUTCMinutes(),
  };
}

const DAY_MS = 86_400_000;
/** Before, some places had seconds in their time, which no offset in whole minutes can tell. */
const WHOLE_MINUTES_SINCE = Date.UTC(1973, 0, 1);
const dayOffsets = new Map<string, Map<number, number | undefined>>();

/**
 * What the zone's clocks are ahead of UTC on a day of UTC; undefined where they are changed on that day. Asking the
 * zone's table costs fifty times as much as adding, and most times of a list lie on the same few days.
 */
function offsetOfDay(day: number, timeZone: string): number | undefined {
  const offsets = dayOffsets.get(timeZone) ?? new Map<number, number | undefined>();
  dayOffsets.set(timeZone, offsets);
  if (offsets.has(day)) return offsets.get(day);
  const [first, last] = [offsetAt(day * DAY_MS, timeZone), offsetAt((day + 1) * DAY_MS, timeZone)];
  const offset = first === last ? first : undefined;
  offsets.set(day, offset);
  return offset;
}

function askedWallTime(instant: number, timeZone: string): WallTime {
  const parts = Object.fromEntries(
    formatterOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0 } = parts;
  return { year, month, day, hour, minute };
}

function asIfUtc({ year, month, day, hour, minute }: WallTime): number {
  return Date.UTC(year, month - 1, day, hour, minute);
}

function offsetAt(instant: number, timeZone: string): number {
  return asIfUtc(askedWallTime(instant, timeZone)) - instant;
}

/**
 * When that clock shows that time: usually once, never in the hour that summer time skips, twice in the one it repeats.
 * Earliest first.
 */
export function instantsOf(wall: WallTime, timeZone: string): readonly number[] {
  const target = asIfUtc(wall);
  // The offsets in force a day before and a day after are the only ones that can hold at the time itself.
  const offsets = [target - DAY_MS, target + DAY_MS].map((instant) => offsetAt(instant, timeZone));
  const candidates = new Set(offsets.map((offset) => target - offset));
  return [...candidates]
    .filter((instant) => asIfUtc(wallTimeOf(instant, timeZone)) === target)
    .sort((one, other) => one - other);
}

/**
 * `instantsOf` for many times of one day. On all but two days of a year the clock runs through, and one offset holds
 * for every time: asking the zone's table again for each would cost hundreds of times as much.
 */
export function instantsOnDay(
  day: Pick<WallTime, "year" | "month" | "day">,
  timeZone: string,
): (minuteOfDay: number) => readonly number[] {
  const midnight = asIfUtc({ ...day, hour: 0, minute: 0 });
  const offsets = new Set([-1, 0, 1, 2].map((days) => offsetAt(midnight + days * DAY_MS, timeZone)));
  const [offset = 0] = offsets;
  if (offsets.size === 1) return (minuteOfDay) => [midnight + minuteOfDay * 60_000 - offset];
  return (minuteOfDay) =>
    instantsOf({ ...day, hour: Math.floor(minuteOfDay / 60), minute: minuteOfDay % 60 }, timeZone);
}

/** Days since the epoch of the calendar, for "how many midnights lie between". */
export function dayNumber(wall: Pick<WallTime, "year" | "month" | "day">): number {
  return Date.UTC(wall.year, wall.month - 1, wall.day) / DAY_MS;
}

const twoDigits = (value: number): string => String(value).padStart(2, "0");

/** "hh:mm A": 09:05 AM, 12:30 PM. */
export function clockText({ hour, minute }: Pick<WallTime, "hour" | "minute">): string {
  return `${twoDigits(hour % 12 || 12)}:${twoDigits(minute)} ${hour < 12 ? "AM" : "PM"}`;
}

/** "MM/DD/YYYY". */
export function dateText({ year, month, day }: Pick<WallTime, "year" | "month" | "day">): string {
  return `${twoDigits(month)}/${twoDigits(day)}/${String(year).padStart(4, "0")}`;
}
