import { type BookEntry, foldText } from "./book-entry.ts";

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

/** Entries that fit, in the order they came. Every word must be found; digits are looked for in the numbers too. */
export function searchBook(
  entries: readonly BookEntry[],
  { filter, text, speedDial }: BookQuery,
): readonly BookEntry[] {
  const words = foldText(text).split(/\s+/).filter(Boolean);
  const digits = text.replace(/\D/g, "");
  // `212-555` and `(212) 555` are one number, though they are two words.
  const isNumber = digits.length >= 2 && /^[\d\s()+.*#-]+$/.test(text);
  const isShown = (entry: BookEntry): boolean => {
    if (filter === "all") return true;
    if (filter === "speeddial") return speedDial.has(entry.id);
    return filter.startsWith("#")
      ? entry.tags.some((tag) => tagFilter(tag) === filter)
      : entry.type === filter;
  };
  const fits = (entry: BookEntry): boolean => {
    if (!isShown(entry)) return false;
    if (words.length === 0) return true;
    if (isNumber && entry.digits.includes(digits)) return true;
    return words.every((word) => entry.words.includes(word));
  };
  if (filter === "all" && words.length === 0) return entries;
  return entries.filter(fits);
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
