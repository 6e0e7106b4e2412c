/** A part of the week, from one minute of a day up to another, on each of these days. */
export interface OpeningHours {
  /** Sunday is 0. */
  readonly days: readonly number[];
  readonly fromMinute: number;
  readonly toMinute: number;
}

const DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const WRITTEN = /^([a-z]{3})(?:-([a-z]{3}))? (\d{2}):(\d{2})-(\d{2}):(\d{2})$/;

/** "mon-fri 09:00-17:00", "sat 10:00-14:00". Undefined for what says nothing or goes past midnight. */
export function parseHours(written: string): OpeningHours | undefined {
  const [, first = "", last = first, ...times] = WRITTEN.exec(written) ?? [];
  const [fromDay, toDay] = [DAYS.indexOf(first), DAYS.indexOf(last)];
  const [fromHour = 0, fromMinutes = 0, toHour = 0, toMinutes = 0] = times.map(Number);
  const [fromMinute, toMinute] = [fromHour * 60 + fromMinutes, toHour * 60 + toMinutes];
  if (fromDay < 0 || toDay < 0 || fromMinutes > 59 || toMinutes > 59) return undefined;
  if (fromMinute >= toMinute || toMinute > 24 * 60) return undefined;
  const count = ((toDay - fromDay + 7) % 7) + 1;
  return { days: Array.from({ length: count }, (_, at) => (fromDay + at) % 7), fromMinute, toMinute };
}

/** Pure. Without hours it is never closed. */
export function isOpen(hours: readonly OpeningHours[], now: number, timeZone: string): boolean {
  if (hours.length === 0) return true;
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    weekday: "short",
    hour: "numeric",
    minute: "numeric",
    hourCycle: "h23",
  }).formatToParts(now);
  const partOf = (type: string): string => parts.find((part) => part.type === type)?.value ?? "";
  const day = DAYS.indexOf(partOf("weekday").toLowerCase());
  const minute = Number(partOf("hour")) * 60 + Number(partOf("minute"));
  return hours.some(
    ({ days, fromMinute, toMinute }) => days.includes(day) && fromMinute <= minute && minute < toMinute,
  );
}
