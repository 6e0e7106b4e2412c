import type { PromptName } from "./prompt-texts.ts";
import { sayNumber } from "./spoken-number.ts";

type DayPrompt = Extract<PromptName, `weekday-${number}`>;
type MonthPrompt = Extract<PromptName, `month-${number}`>;

/** A moment as the wall clock of a zone shows it. */
interface WallTime {
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  /** Days since the epoch. */
  readonly date: number;
}

const DAY_MS = 86_400_000;

/** Pure. The prompts that say when something was: "yesterday at nine oh five A M". Older than six days: by its date. */
export function sayMoment(at: number, now: number, timeZone: string): PromptName[] {
  const then = wallTime(at, timeZone);
  return [...sayDay(then, wallTime(now, timeZone)), "at", ...sayClock(then)];
}

function sayDay(then: WallTime, now: WallTime): PromptName[] {
  const ago = now.date - then.date;
  if (ago === 0) return ["today"];
  if (ago === 1) return ["yesterday"];
  // The epoch was a Thursday.
  if (ago > 0 && ago <= 6) return [`weekday-${(then.date + 4) % 7}` as DayPrompt];
  return [`month-${then.month}` as MonthPrompt, ...sayNumber(then.day)];
}

function sayClock({ hour, minute }: WallTime): PromptName[] {
  const half = hour < 12 ? "a-m" : "p-m";
  const spokenHour = sayNumber(hour % 12 === 0 ? 12 : hour % 12);
  if (minute === 0) return [...spokenHour, "o-clock", half];
  return [...spokenHour, ...(minute < 10 ? (["oh"] as const) : []), ...sayNumber(minute), half];
}

function wallTime(at: number, timeZone: string): WallTime {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    calendar: "gregory",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    hourCycle: "h23",
  }).formatToParts(at);
  const partOf = (type: string): number => Number(parts.find((part) => part.type === type)?.value);
  const [month, day] = [partOf("month"), partOf("day")];
  const date = Date.UTC(partOf("year"), month - 1, day) / DAY_MS;
  return { month, day, hour: partOf("hour"), minute: partOf("minute"), date };
}
