import { beginningOf, partOf, type SearchTerm } from "@offhook/search";
import { type RawBuilder, sql } from "kysely";
import type { SearchSpan, SearchWords } from "./search-index.ts";

export type Condition = RawBuilder<boolean>;

export const ALWAYS: Condition = sql<boolean>`true`;
export const NEVER: Condition = sql<boolean>`false`;

export function all(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? ALWAYS : sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

export function any(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? NEVER : sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}

/** Written for the database's own reader of queries: nothing that was typed is a sign of its language. */
function quoted(lexeme: string): string {
  return `'${lexeme.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}

/** The words of a term, as the index asks for them. */
export function lexemesOf({ words, isWhole }: SearchTerm): string {
  return words
    .map((word, index) => (index === words.length - 1 && !isWhole ? `${quoted(word)}:*` : quoted(word)))
    .join(" & ");
}

export function marksOf(marks: readonly string[]): string {
  return `(${marks.map(quoted).join(" | ")})`;
}

/** Asked of the index. */
export function isIndexed(lexemes: string): Condition {
  return sql<boolean>`each.words @@ ${lexemes}::tsquery`;
}

/** Asked of a row: as a function it is none of the index's business, however common the words are. */
export function isMarked(lexemes: string): Condition {
  return sql<boolean>`ts_match_vq(each.words, ${lexemes}::tsquery)`;
}

function holds(text: string): Condition {
  return sql<boolean>`each.folded like ${`%${text}%`}`;
}

/** Each term begins a word. Words that must stand side by side are looked at in the text. */
export function begins(terms: readonly SearchTerm[]): Condition {
  return all(
    terms.flatMap((term) => [
      isMarked(lexemesOf(term)),
      ...(term.words.length > 1 ? [holds(beginningOf(term))] : []),
    ]),
  );
}

/** Each term is there, at least within a word. */
export function holdsAll(terms: readonly SearchTerm[]): Condition {
  return all(terms.map((term) => holds(partOf(term) ?? beginningOf(term))));
}

function hasDigits(digits: readonly string[]): Condition {
  return any(digits.map((part) => sql<boolean>`each.digits like ${`%${part}%`}`));
}

export function isWithin({ from, until }: SearchSpan): Condition {
  return all([
    ...(from ? [sql<boolean>`each.at >= ${from}`] : []),
    ...(until ? [sql<boolean>`each.at < ${until}`] : []),
  ]);
}

/** What makes a document fit well, each way by itself: one index answers it. */
export interface WayToFit {
  /** For rows. */
  readonly fits: Condition;
  /** For the index; with `rare` in it, which of the terms is asked there. */
  readonly indexed: (rare: readonly SearchTerm[], marks: readonly string[]) => Condition;
}

const lexemesFor = (terms: readonly SearchTerm[], marks: readonly string[]): string =>
  [...terms.map(lexemesOf), ...marks].join(" & ");

export function waysToFit({ terms, number, parties, day }: SearchWords): WayToFit[] {
  const ways: WayToFit[] = [];
  if (terms.length > 0)
    ways.push({
      fits: begins(terms),
      indexed: (rare, marks) => isIndexed(lexemesFor(rare.length > 0 ? rare : terms, marks)),
    });
  if (number)
    ways.push({
      fits: all([hasDigits(number.digits), begins(number.rest)]),
      indexed: () => hasDigits(number.digits),
    });
  if (parties.length > 0) {
    const marks = marksOf(parties.flatMap((party) => [`i:${party}`, `o:${party}`]));
    ways.push({ fits: isMarked(marks), indexed: () => isIndexed(marks) });
  }
  if (day) ways.push({ fits: isWithin(day), indexed: () => isWithin(day) });
  return ways;
}
