const DAY_MS = 86_400_000;

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const formatter = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  });
  formatters.set(timeZone, formatter);
  return formatter;
}

/** What the clocks of a place show at a moment, "2026-11-18T20:00". */
export function companyTimeOf(instant: number, timeZone: string): string {
  const parts = new Map(
    formatterOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? "";
  return `${part("year")}-${part("month")}-${part("day")}T${part("hour")}:${part("minute")}`;
}

const asIfUtc = (time: string): number => Date.parse(`${time}:00Z`);

/**
 * When the clocks of a place show this time. In the hour that they repeat, the first of the two moments; a time that
 * they skip counts as if they had not been changed yet. So a shift always begins when the one before it ends.
 */
export function instantOfCompanyTime(time: string, timeZone: string): number {
  const target = asIfUtc(time);
  const offsetAt = (instant: number): number => asIfUtc(companyTimeOf(instant, timeZone)) - instant;
  // The offsets in force a day before and a day after are the only ones that can hold at the time itself.
  const earlier = target - offsetAt(target - DAY_MS);
  const later = target - offsetAt(target + DAY_MS);
  const holds = (instant: number): boolean => instant + offsetAt(instant) === target;
  return holds(earlier) || !holds(later) ? earlier : later;
}

/** The same time of the clock so many weeks later. */
export function weeksLater(time: string, weeks: number): string {
  return new Date(asIfUtc(time) + weeks * 7 * DAY_MS).toISOString().slice(0, time.length);
}
