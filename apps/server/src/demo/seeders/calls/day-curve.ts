const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** How busy the hours of a working day are: quiet nights, a rush in the morning, another one after lunch. */
const HOURS = [1, 1, 0, 0, 0, 1, 3, 8, 22, 38, 42, 36, 22, 28, 34, 30, 24, 14, 7, 5, 4, 3, 2, 1] as const;
const TOTAL = HOURS.reduce((sum: number, weight) => sum + weight, 0);
const WORKDAY_CALLS = 60;
const WEEKEND_CALLS = 12;

export interface DayCurve {
  readonly now: number;
  readonly days: number;
  readonly timeZone: string;
  readonly random: () => number;
}

/** Moments of calls over the last days, oldest first; nothing lies in the future. */
export function callTimes({ now, days, timeZone, random }: DayCurve): number[] {
  const midnight = now - sinceMidnight(now, timeZone);
  const times: number[] = [];
  for (let day = 0; day <= days; day += 1) {
    const start = midnight - day * DAY_MS;
    const weekday = new Date(start + DAY_MS / 2).getUTCDay();
    const isWeekend = weekday === 0 || weekday === 6;
    const count = Math.round((isWeekend ? WEEKEND_CALLS : WORKDAY_CALLS) * (0.85 + random() * 0.3));
    for (let call = 0; call < count; call += 1) times.push(start + timeOfDay(random));
  }
  const oldest = now - days * DAY_MS;
  // A call that has just ended is still warm: the newest is a few minutes old.
  return times.filter((time) => time > oldest && time < now - 15 * 60_000).sort((one, other) => one - other);
}

function timeOfDay(random: () => number): number {
  let left = random() * TOTAL;
  for (const [hour, weight] of HOURS.entries()) {
    if (left < weight) return (hour + left / weight) * HOUR_MS;
    left -= weight;
  }
  return 0;
}

// Making one is slow, and there are thousands of calls.
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-GB", { timeZone, hourCycle: "h23", timeStyle: "medium" });
  formats.set(timeZone, made);
  return made;
}

function sinceMidnight(now: number, timeZone: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = formatOf(timeZone).format(now).split(":").map(Number);
  return hours * HOUR_MS + minutes * 60_000 + seconds * 1_000 + (now % 1_000);
}

/** The hour on the wall where the company is. */
export function hourAt(time: number, timeZone: string): number {
  return Math.floor(sinceMidnight(time, timeZone) / HOUR_MS);
}
