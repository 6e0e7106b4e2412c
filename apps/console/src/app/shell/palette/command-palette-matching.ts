import { foldedWords } from "@offhook/search";

/** For comparison: no case, no accents. */
export function fold(text: string): string {
  return foldedWords(text).join(" ");
}

export interface Searchable {
  readonly title: string;
  /** Other words people look for it by. */
  readonly keywords?: string;
}

const EXACT = 100;
const PREFIX = 80;
const INITIALS = 60;
const INSIDE = 50;
const SCATTERED = 20;
/** A word of the title says more than one of the keywords. */
const KEYWORD_SHARE = 0.6;
const SHORTEST_SCATTERED = 3;

/**
 * How well every word of the query is found; undefined when one is not. Words may be begun ("voic"), cut out
 * ("mail"), given by their initials ("cad") or have letters left out ("vmail").
 */
export function matchScore(query: string, { title, keywords = "" }: Searchable): number | undefined {
  const wanted = wordsOf(query);
  const titleWords = wordsOf(title);
  const otherWords = wordsOf(keywords);
  let total = 0;
  for (const word of wanted) {
    const score = Math.max(bestIn(word, titleWords), bestIn(word, otherWords) * KEYWORD_SHARE);
    if (score === 0) return undefined;
    total += score;
  }
  // Of two that match alike, the one that says less besides is meant.
  return wanted.length === 0 ? 0 : total / wanted.length - Math.min(9, titleWords.length) / 10;
}

function wordsOf(text: string): readonly string[] {
  return fold(text).match(/[\p{L}\p{N}+#*]+/gu) ?? [];
}

function bestIn(wanted: string, words: readonly string[]): number {
  const scores = words.map((word) => scoreOf(wanted, word));
  const initials = words.map((word) => word.charAt(0)).join("");
  if (wanted.length >= 2 && initials.startsWith(wanted)) scores.push(INITIALS);
  return Math.max(0, ...scores);
}

function scoreOf(wanted: string, word: string): number {
  if (word === wanted) return EXACT;
  if (word.startsWith(wanted)) return PREFIX;
  if (wanted.length >= 2 && word.includes(wanted)) return INSIDE;
  return wanted.length >= SHORTEST_SCATTERED && isScattered(wanted, word) ? SCATTERED : 0;
}

/** The letters in their order, with others between them, from the same first letter on. */
function isScattered(wanted: string, word: string): boolean {
  if (wanted.charAt(0) !== word.charAt(0)) return false;
  let from = 0;
  for (const letter of wanted) {
    const found = word.indexOf(letter, from);
    if (found < 0) return false;
    from = found + 1;
  }
  return true;
}

/** The best first; those that match alike stay in their order. */
export function ranked<Item extends Searchable>(query: string, items: readonly Item[]): readonly Item[] {
  return items
    .map((item) => ({ item, score: matchScore(query, item) }))
    .filter((each): each is { item: Item; score: number } => each.score !== undefined)
    .sort((one, other) => other.score - one.score)
    .map(({ item }) => item);
}

/** Zero when nothing is found. */
export function bestScore(query: string, items: readonly Searchable[]): number {
  return Math.max(0, ...items.map((item) => matchScore(query, item) ?? 0));
}
