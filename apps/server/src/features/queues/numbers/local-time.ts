/** What a moment is on the clocks of a place. */
export interface LocalTime {
  readonly hour: number;
  /** 1 is Monday. */
  readonly weekday: number;
}

const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
/** Clocks of all places agree on the minute within one of these, and none changes its hour inside of it. */
const QUARTER_MS = 15 * 60_000;

/** Asking the calendar is slow, and a report has many records of the same quarter of an hour. */
export function createLocalTime(timeZone: string): (at: number) => LocalTime {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    hour: "2-digit",
    weekday: "short",
  });
  const known = new Map<number, LocalTime>();
  return (at) => {
    const quarter = Math.floor(at / QUARTER_MS);
    const found = known.get(quarter);
    if (found) return found;
    const parts = new Map(format.formatToParts(quarter * QUARTER_MS).map(({ type, value }) => [type, value]));
    const weekday = WEEKDAYS.indexOf(parts.get("weekday") ?? "") + 1;
    const time = { hour: Number(parts.get("hour")), weekday };
    known.set(quarter, time);
    return time;
  };
}
