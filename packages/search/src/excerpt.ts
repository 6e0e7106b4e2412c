import { folded } from "./fold.ts";
import type { SearchTerm } from "./search-terms.ts";

const BEFORE = 60;
const LENGTH = 200;

/** Pure. The words around the first hit, in one line; empty where there is none. */
export function excerptOf(text: string, terms: readonly SearchTerm[]): string {
  const line = text.replace(/\s+/g, " ").trim();
  const at = placeOf(line, terms);
  if (at === undefined) return "";
  const from = at <= BEFORE ? 0 : line.indexOf(" ", at - BEFORE) + 1;
  const start = from > at || from === 0 ? Math.max(0, at <= BEFORE ? 0 : at - BEFORE) : from;
  const cut = [...line.slice(start, start + LENGTH)].join("");
  return `${start > 0 ? "…" : ""}${cut.trim()}${start + LENGTH < line.length ? "…" : ""}`;
}

/** Where a term begins a word, else where one is within a word. */
export function placeOf(text: string, terms: readonly SearchTerm[]): number | undefined {
  const firsts = terms.flatMap(({ words }) => words[0] ?? []);
  let within: number | undefined;
  for (const match of text.matchAll(/\S+/gu)) {
    const words = folded(match[0]);
    if (firsts.some((word) => words.includes(` ${word}`))) return match.index;
    if (within === undefined && firsts.some((word) => words.includes(word))) within = match.index;
  }
  return within;
}
