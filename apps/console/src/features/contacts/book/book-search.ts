import { ALIKE_ENOUGH, fitOf, likenessTo, numberSearch, searchTerms } from "@offhook/search";
import type { BookEntry } from "./book-entry.ts";

export const BOOK_FILTERS = ["all", "corporate", "personal", "google", "microsoft", "speeddial"] as const;
/** A kind of contacts, or those with a tag, in small letters. */
export type BookFilter = (typeof BOOK_FILTERS)[number] | TagFilter;
export type TagFilter = `#${string}`;

const tagFilter = (tag: string): TagFilter => `#${tag.toLowerCase()}`;

export interface BookQuery {
  readonly filter: BookFilter;
  readonly text: string;
  readonly speedDial: ReadonlySet<string>;
}

/** Entries that fit, in the order they came. */
export function searchBook(
  entries: readonly BookEntry[],
  { filter, text, speedDial }: BookQuery,
): readonly BookEntry[] {
  const isShown = (entry: BookEntry): boolean => {
    if (filter === "all") return true;
    if (filter === "speeddial") return speedDial.has(entry.id);
    return filter.startsWith("#")
      ? entry.tags.some((tag) => tagFilter(tag) === filter)
      : entry.type === filter;
  };
  const rank = rankOf(text);
  if (filter === "all" && !rank) return entries;
  return entries.filter((entry) => isShown(entry) && (!rank || rank(entry) !== undefined));
}

export interface FoundEntry {
  readonly entry: BookEntry;
  /** The name is only like what was typed. */
  readonly isGuess: boolean;
}

/** Pure. The best of those that fit; behind them, where there is room, names that are only like what was typed. */
export function bestOfBook(
  entries: readonly BookEntry[],
  typed: string,
  most: number,
): readonly FoundEntry[] {
  const rank = rankOf(typed);
  if (!rank) return [];
  const byRank: BookEntry[][] = [[], [], [], []];
  for (const entry of entries) {
    const place = rank(entry);
    if (place !== undefined) byRank[place]?.push(entry);
  }
  const found = byRank.flat().slice(0, most);
  const guesses = found.length < most ? likeNames(entries, typed, new Set(found)) : [];
  return [
    ...found.map((entry) => ({ entry, isGuess: false })),
    ...guesses.slice(0, most - found.length).map((entry) => ({ entry, isGuess: true })),
  ];
}

/** The name before other fields, the beginning of a word before a part of one; undefined for what does not fit. */
function rankOf(typed: string): ((entry: BookEntry) => number | undefined) | undefined {
  const terms = searchTerms(typed);
  if (terms.length === 0) return undefined;
  const number = numberSearch(typed);
  return ({ nameWords, words, digits }) => {
    const name = fitOf(terms, nameWords);
    if (name === "begins") return 0;
    if (number?.digits.some((each) => digits.includes(each)) && fitOf(number.rest, words)) return 0;
    if (name === "holds") return 2;
    const fit = fitOf(terms, words);
    return fit && (fit === "begins" ? 1 : 3);
  };
}

function likeNames(
  entries: readonly BookEntry[],
  typed: string,
  known: ReadonlySet<BookEntry>,
): readonly BookEntry[] {
  const likeness = likenessTo(typed);
  if (!likeness) return [];
  return entries
    .map((entry) => ({ entry, like: known.has(entry) ? 0 : likeness(entry.nameWords) }))
    .filter(({ like }) => like >= ALIKE_ENOUGH)
    .sort((one, other) => other.like - one.like)
    .map(({ entry }) => entry);
}

/** The tags that somebody has, each once, as they are first written. */
export function tagFilters(entries: readonly BookEntry[]): ReadonlyMap<TagFilter, string> {
  const filters = new Map<TagFilter, string>();
  for (const { tags } of entries)
    for (const tag of tags) if (!filters.has(tagFilter(tag))) filters.set(tagFilter(tag), tag);
  return new Map([...filters].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Where each heading begins, for the jump bar. */
export function letterIndex(entries: readonly BookEntry[]): ReadonlyMap<string, number> {
  const index = new Map<string, number>();
  for (const [position, { letter }] of entries.entries()) if (!index.has(letter)) index.set(letter, position);
  return index;
}
