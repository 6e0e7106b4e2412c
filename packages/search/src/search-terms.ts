import { foldedWords } from "./fold.ts";

/** More than anybody types; what lies behind is left out, so that no text makes a search without end. */
const MOST_TERMS = 16;
/** A part in the middle of a word is looked for from here on; shorter ones only where a word begins. */
const SHORTEST_PART = 3;

/** Words that must stand side by side in this order. Of what was typed without quotes the last may be only begun. */
export interface SearchTerm {
  readonly words: readonly string[];
  readonly isWhole: boolean;
}

/** Pure. What was typed, as words to look for: parted by spaces, and in quotes together. */
export function searchTerms(typed: string): readonly SearchTerm[] {
  const terms: SearchTerm[] = [];
  for (const [, quoted, chunk] of typed.matchAll(/["“„”]([^"“„”]*)["“„”]|([^\s"“„”]+)/gu)) {
    const words = foldedWords(quoted ?? chunk ?? "");
    if (words.length > 0) terms.push({ words: words.slice(0, MOST_TERMS), isWhole: quoted !== undefined });
    if (terms.length === MOST_TERMS) break;
  }
  return terms;
}

/** What a text that is hit from a word's beginning holds. */
export function beginningOf({ words, isWhole }: SearchTerm): string {
  return ` ${words.join(" ")}${isWhole ? " " : ""}`;
}

/** What a text holds that has the term anywhere; undefined: the term counts only where a word begins. */
export function partOf({ words, isWhole }: SearchTerm): string | undefined {
  const part = words.join(" ");
  return isWhole || [...part].length < SHORTEST_PART ? undefined : part;
}

/** `begins`: each term begins a word. `holds`: each is there, some within words. */
export type Fit = "begins" | "holds";

/** Pure, and the definition of what is found: whether a folded text holds all terms, and how well. */
export function fitOf(terms: readonly SearchTerm[], text: string): Fit | undefined {
  if (terms.every((term) => text.includes(beginningOf(term)))) return "begins";
  return terms.every((term) => text.includes(partOf(term) ?? beginningOf(term))) ? "holds" : undefined;
}
