/** Those with a value that is typed, and those whose values are known. */
export const OPERATORS = {
  from: "text",
  to: "text",
  with: "text",
  line: "text",
  in: "text",
  before: "day",
  after: "day",
  on: "day",
  has: ["file"],
  is: ["unread", "mine", "missed"],
} as const;
export type OperatorName = keyof typeof OPERATORS;

export interface SearchOperator {
  readonly name: OperatorName;
  /** Without quotes. */
  readonly value: string;
  /** Where it stands in what was typed, to take it out again. */
  readonly start: number;
  readonly end: number;
}

/** What was typed, taken apart. */
export interface TypedSearch {
  readonly text: string;
  readonly operators: readonly SearchOperator[];
}

const NAMES = Object.keys(OPERATORS).join("|");
const OPERATOR = new RegExp(`(?<!\\S)(${NAMES}):(?:"([^"]*)"|(\\S+))`, "giu");

/** Pure. An operator without a value, or with one that it does not know, is a word like any other. */
export function typedSearch(typed: string): TypedSearch {
  const operators: SearchOperator[] = [];
  let text = "";
  let end = 0;
  for (const match of typed.matchAll(OPERATOR)) {
    const name = match[1]?.toLowerCase() as OperatorName;
    const value = (match[2] ?? match[3] ?? "").trim();
    if (!isKnown(name, value)) continue;
    const start = match.index;
    operators.push({ name, value, start, end: start + match[0].length });
    text += typed.slice(end, start);
    end = start + match[0].length;
  }
  return { text: (text + typed.slice(end)).replace(/\s+/g, " ").trim(), operators };
}

function isKnown(name: OperatorName, value: string): boolean {
  const values: unknown = OPERATORS[name];
  if (Array.isArray(values)) return values.includes(value.toLowerCase());
  return value !== "" && (values !== "day" || searchDay(value) !== undefined);
}

/** An operator as it is typed. */
export function operatorText(name: OperatorName, value: string): string {
  return /[\s"]/.test(value) ? `${name}:"${value.replaceAll('"', "")}"` : `${name}:${value}`;
}

/** A day as people type it. Without a year it is the last one of that name that is not in the future. */
export type SearchDay =
  | { readonly kind: "ago"; readonly days: number }
  | {
      readonly kind: "date";
      readonly year: number | undefined;
      readonly month: number;
      readonly day: number;
    };

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** Pure. `11/18/2026`, `11/18`, `2026-11-18`, `Nov 18`, `18 November 2026`, `today`, `yesterday`. */
export function searchDay(typed: string): SearchDay | undefined {
  const text = typed.trim().toLowerCase().replace(/,/g, "");
  if (text === "today") return { kind: "ago", days: 0 };
  if (text === "yesterday") return { kind: "ago", days: 1 };
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  if (iso) return dateOf(iso[1], iso[2], iso[3]);
  const slashed = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?$/.exec(text);
  if (slashed) return dateOf(slashed[3], slashed[1], slashed[2]);
  const named = /^([a-z]{3,9})\.? (\d{1,2})(?: (\d{4}))?$/.exec(text);
  if (named) return dateOf(named[3], monthOf(named[1]), named[2]);
  const dayFirst = /^(\d{1,2})\.? ([a-z]{3,9})(?: (\d{4}))?$/.exec(text);
  return dayFirst ? dateOf(dayFirst[3], monthOf(dayFirst[2]), dayFirst[1]) : undefined;
}

const FULL_MONTHS = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];

function monthOf(word = ""): string | undefined {
  const index = MONTHS.indexOf(word.slice(0, 3));
  return index >= 0 && FULL_MONTHS[index]?.startsWith(word) ? String(index + 1) : undefined;
}

function dateOf(year?: string, month?: string, day?: string): SearchDay | undefined {
  const [monthNumber, dayNumber] = [Number(month), Number(day)];
  // Of a year in which February has 29 days.
  const isDay =
    new Date(Date.UTC(Number(year ?? 2024), monthNumber - 1, dayNumber)).getUTCMonth() === monthNumber - 1;
  if (!(monthNumber >= 1 && monthNumber <= 12 && dayNumber >= 1 && isDay)) return undefined;
  return {
    kind: "date",
    year: year === undefined ? undefined : Number(year),
    month: monthNumber,
    day: dayNumber,
  };
}
