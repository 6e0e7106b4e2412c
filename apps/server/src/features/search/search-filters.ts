import type { SearchCategory } from "@offhook/contract";
import type { SearchOperator } from "@offhook/search";
import type { SearchFilter, SearchSpan } from "../../database/search/search-index.ts";
import { CATEGORIES_IN } from "./search-categories.ts";

/** Whom an operator's value means. */
export interface MeantPeople {
  readonly isMe: boolean;
  readonly numbers: readonly string[];
  /** Part of a number. */
  readonly digits: readonly string[];
  readonly userIds: readonly number[];
  readonly chatUsers: readonly string[];
}

/** An operator with what its value means to this user. */
export interface MeantOperator extends Pick<SearchOperator, "name" | "value"> {
  readonly people?: MeantPeople;
  readonly span?: SearchSpan;
  /** Lines, boxes or chats. */
  readonly scopes?: readonly string[];
}

export interface CategoryFilter extends SearchFilter {
  /** Undefined: all that the user sees. */
  readonly scopes: readonly string[] | undefined;
}

const ANY: CategoryFilter = {
  span: { from: undefined, until: undefined },
  marks: [],
  partyDigits: [],
  isUnread: false,
  isMine: false,
  scopes: undefined,
};

/** Pure. Undefined where an operator says nothing in the category: then nothing is found there. */
export function filterOf(
  category: SearchCategory,
  operators: readonly MeantOperator[],
): CategoryFilter | undefined {
  let filter: CategoryFilter | undefined = ANY;
  for (const operator of operators) {
    filter = filter && withOperator(category, filter, operator);
  }
  return filter;
}

function withOperator(
  category: SearchCategory,
  filter: CategoryFilter,
  operator: MeantOperator,
): CategoryFilter | undefined {
  switch (operator.name) {
    case "from":
    case "to":
    case "with":
      return operator.people && withPeople(category, filter, operator.name, operator.people);
    case "line":
      return category === "contacts" || category === "teams" || category === "tasks"
        ? undefined
        : withScopes(filter, operator.scopes ?? []);
    case "in": {
      const categories = CATEGORIES_IN[operator.value.toLowerCase()];
      if (categories) return categories.includes(category) ? filter : undefined;
      return category === "teams" ? withScopes(filter, operator.scopes ?? []) : undefined;
    }
    case "before":
    case "after":
    case "on":
      return category === "contacts" ? undefined : withSpan(filter, operator.name, operator.span);
    case "has":
      return category === "smsm" || category === "teams" ? withMarks(filter, ["has:file"]) : undefined;
    case "is":
      return withState(category, filter, operator.value.toLowerCase());
  }
}

function withMarks(filter: CategoryFilter, marks: readonly string[]): CategoryFilter {
  return { ...filter, marks: [...filter.marks, marks] };
}

function withScopes(filter: CategoryFilter, scopes: readonly string[]): CategoryFilter {
  const before = filter.scopes;
  return { ...filter, scopes: before ? before.filter((scope) => scopes.includes(scope)) : scopes };
}

function withSpan(
  filter: CategoryFilter,
  name: "before" | "after" | "on",
  span: SearchSpan | undefined,
): CategoryFilter {
  const from = name === "after" ? span?.until : name === "on" ? span?.from : undefined;
  const until = name === "before" ? span?.from : name === "on" ? span?.until : undefined;
  return {
    ...filter,
    span: { from: later(filter.span.from, from), until: earlier(filter.span.until, until) },
  };
}

const later = (first: Date | undefined, second: Date | undefined): Date | undefined =>
  first && second ? (first > second ? first : second) : (first ?? second);
const earlier = (first: Date | undefined, second: Date | undefined): Date | undefined =>
  first && second ? (first < second ? first : second) : (first ?? second);

function withState(
  category: SearchCategory,
  filter: CategoryFilter,
  state: string,
): CategoryFilter | undefined {
  if (state === "missed") return category === "cdrs" ? withMarks(filter, ["is:missed"]) : undefined;
  if (state === "mine") return { ...filter, isMine: true };
  return category === "contacts" || category === "tasks" ? undefined : { ...filter, isUnread: true };
}

type Way = "from" | "to" | "with";

function withPeople(
  category: SearchCategory,
  filter: CategoryFilter,
  way: Way,
  people: MeantPeople,
): CategoryFilter | undefined {
  switch (category) {
    case "contacts":
      return undefined;
    case "smsc":
      return way === "with" ? withNumbers(filter, people) : undefined;
    case "teams":
      return way === "to" ? undefined : withMarks(filter, authors(people.chatUsers));
    case "tasks":
      return way === "to" ? undefined : withMarks(filter, authors(people.userIds));
    default:
      return people.isMe ? withMe(category, filter, way, people) : withOther(filter, way, people);
  }
}

const authors = (ids: readonly (number | string)[]): string[] => ids.map((id) => `a:${id}`);

/** What the user sent went out; what they were sent came in. Calls have no other author than their direction. */
function withMe(
  category: SearchCategory,
  filter: CategoryFilter,
  way: Way,
  { userIds }: MeantPeople,
): CategoryFilter {
  if (way === "with") return filter;
  if (way === "to") return withMarks(filter, ["d:in"]);
  return withMarks(filter, category === "cdrs" ? ["d:out"] : authors(userIds));
}

const ENDS: Readonly<Record<Way, readonly string[]>> = { from: ["i"], to: ["o"], with: ["i", "o"] };

/** What was exchanged with somebody has a direction and their number, and what a colleague wrote their name. */
function withOther(
  filter: CategoryFilter,
  way: Way,
  { numbers, digits, userIds }: MeantPeople,
): CategoryFilter {
  if (digits.length > 0) {
    const directed = way === "with" ? filter : withMarks(filter, [way === "from" ? "d:in" : "d:out"]);
    return { ...directed, partyDigits: [...filter.partyDigits, ...digits] };
  }
  const marks = numbers.flatMap((number) => ENDS[way].map((end) => `${end}:${number}`));
  return withMarks(filter, way === "to" ? marks : [...authors(userIds), ...marks]);
}

function withNumbers(filter: CategoryFilter, { numbers, digits }: MeantPeople): CategoryFilter {
  if (digits.length > 0) return { ...filter, partyDigits: [...filter.partyDigits, ...digits] };
  return withMarks(
    filter,
    numbers.map((number) => `i:${number}`),
  );
}
