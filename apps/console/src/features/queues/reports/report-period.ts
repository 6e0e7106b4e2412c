export const PERIODS = ["today", "yesterday", "7days", "30days", "own"] as const;
export type PeriodChoice = (typeof PERIODS)[number];

export const PERIOD_NAMES: Readonly<Record<PeriodChoice, string>> = {
  today: "Today",
  yesterday: "Yesterday",
  "7days": "Last 7 days",
  "30days": "Last 30 days",
  own: "Custom",
};

/** Whole days, both included, as "2026-11-18". */
export interface Days {
  readonly from: string;
  readonly to: string;
}

const DAY_MS = 86_400_000;
const MAX_DAYS = 100;

function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);
}

/** Pure. `own` are the days of the fields, for the last choice. */
export function daysOf(choice: PeriodChoice, today: string, own: Days): Days {
  switch (choice) {
    case "today":
      return { from: today, to: today };
    case "yesterday":
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case "7days":
      return { from: addDays(today, -6), to: today };
    case "30days":
      return { from: addDays(today, -29), to: today };
    case "own":
      return own;
  }
}

/** The words for days that cannot be reported; undefined where they can. */
export function problemOf({ from, to }: Days): string | undefined {
  if (from === "" || to === "") return "Enter both dates.";
  if (from > to) return "The last day is before the first.";
  if (Date.parse(to) - Date.parse(from) >= MAX_DAYS * DAY_MS) return `Choose at most ${MAX_DAYS} days.`;
  return undefined;
}
