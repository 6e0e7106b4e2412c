import {
  folded,
  OPERATORS,
  type OperatorName,
  operatorText,
  type SearchOperator,
  typedSearch,
} from "@offhook/search";

/** What an operator can be completed with. */
export interface CompletionSources {
  readonly people: readonly string[];
  readonly lines: readonly string[];
  /** Categories as `in:` calls them, and the names of chats. */
  readonly places: readonly string[];
  readonly days: readonly DayChoice[];
}

export interface DayChoice {
  readonly value: string;
  readonly label: string;
}

export interface Completion {
  readonly label: string;
  /** What was typed, completed. */
  readonly typed: string;
}

const MOST = 6;
const SHORTEST_WORD = 2;
const AT_THE_END = /(?<!\S)(?:([a-z]+):("[^"]*|[^\s"]*)|(\p{L}+))$/iu;

/** Pure. How the end of what was typed may go on: the names of operators, and behind one what it can say. */
export function completionsOf(typed: string, sources: CompletionSources): readonly Completion[] {
  const match = AT_THE_END.exec(typed);
  if (!match) return [];
  const before = typed.slice(0, match.index);
  const name = match[1]?.toLowerCase();
  if (name !== undefined) {
    if (!isOperator(name)) return [];
    return valuesOf(name, (match[2] ?? "").replace('"', ""), sources).map(({ value, label }) => ({
      label,
      typed: `${before}${operatorText(name, value)} `,
    }));
  }
  const word = (match[3] ?? "").toLowerCase();
  if (word.length < SHORTEST_WORD) return [];
  return allBeginnings()
    .filter((each) => each.split(":").some((part) => part !== "" && part.startsWith(word)))
    .slice(0, MOST)
    .map((each) => ({ label: each, typed: `${before}${each}${each.endsWith(":") ? "" : " "}` }));
}

const NAMES = Object.keys(OPERATORS) as readonly OperatorName[];
const isOperator = (name: string): name is OperatorName => Object.hasOwn(OPERATORS, name);

/** `from:`, and `is:unread` whole. */
function allBeginnings(): readonly string[] {
  return NAMES.flatMap((name) => {
    const values = OPERATORS[name];
    return typeof values === "string" ? [`${name}:`] : values.map((value) => `${name}:${value}`);
  });
}

function valuesOf(name: OperatorName, begun: string, sources: CompletionSources): readonly DayChoice[] {
  const values = OPERATORS[name];
  if (typeof values !== "string") return fitting(values, begun);
  if (values === "day") return sources.days.filter(({ label, value }) => fits(`${label} ${value}`, begun));
  if (name === "line") return fitting(sources.lines, begun);
  if (name === "in") return fitting(sources.places, begun);
  return fitting(["me", ...sources.people], begun);
}

const fitting = (values: readonly string[], begun: string): readonly DayChoice[] =>
  values
    .filter((value) => fits(value, begun))
    .slice(0, MOST)
    .map((value) => ({ value, label: value }));

const fits = (value: string, begun: string): boolean =>
  begun === "" || folded(value).includes(folded(begun).trimEnd());

/** Pure. What was typed with an operator begun at its end, to be completed there. */
export function begunWith(typed: string, name: OperatorName): string {
  return `${typed.trimEnd()}${typed.trim() === "" ? "" : " "}${name}:`;
}

/** Pure. What was typed without one of its operators. */
export function withoutOperator(typed: string, { start, end }: SearchOperator): string {
  return `${typed.slice(0, start).trimEnd()} ${typed.slice(end).trimStart()}`.trim();
}

/** Pure. With the operator where it was missing, and without it where it was there. */
export function toggled(typed: string, name: OperatorName, value: string): string {
  const there = typedSearch(typed).operators.find((each) => each.name === name && each.value === value);
  return there ? withoutOperator(typed, there) : `${`${typed.trim()} ${operatorText(name, value)}`.trim()} `;
}
