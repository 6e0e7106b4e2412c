import { foldedSign } from "./fold.ts";
import { numberSearch } from "./number-search.ts";
import { typedSearch } from "./search-operators.ts";
import { beginningOf, partOf, type SearchTerm, searchTerms } from "./search-terms.ts";

/** A part of a text as it is written, from a sign up to but not including another. */
export interface SearchMark {
  readonly start: number;
  readonly end: number;
}

/** Pure. Where a text holds what was typed: each of its words and numbers; in order, and apart from each other. */
export function searchMarks(text: string, typed: string): readonly SearchMark[] {
  const words = typedSearch(typed).text;
  const terms = searchTerms(words);
  if (text === "" || terms.length === 0) return [];
  const placed = placedSigns(text);
  const digits = numberSearch(words)?.digits ?? [];
  const marks = [
    ...terms.flatMap((term) => marksOfTerm(placed, term)),
    ...digits.flatMap((each) => marksOfDigits(text, each)),
  ];
  return joined(marks.map(({ start, end }) => ({ start, end: endOfSign(text, end) })));
}

/** A folded text in which each sign knows where it comes from. */
interface PlacedSigns {
  readonly signs: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

function placedSigns(text: string): PlacedSigns {
  const starts = [0];
  const ends = [0];
  let signs = " ";
  let at = 0;
  for (const sign of text) {
    const start = at;
    at += sign.length;
    for (const unit of foldedSign(sign).split("")) {
      if (unit === " " && signs.endsWith(" ")) continue;
      signs += unit;
      starts.push(start);
      ends.push(at);
    }
  }
  return { signs: signs.endsWith(" ") ? signs : `${signs} `, starts, ends };
}

/** Short terms count where a word begins, as for what is found; others anywhere. */
function marksOfTerm({ signs, starts, ends }: PlacedSigns, term: SearchTerm): readonly SearchMark[] {
  const marks: SearchMark[] = [];
  const part = partOf(term);
  const wanted = part ?? beginningOf(term);
  // The space before a word's beginning, and the one behind a whole word, are not marked.
  const before = part === undefined ? 1 : 0;
  const length = term.words.join(" ").length;
  for (let at = signs.indexOf(wanted); at >= 0; at = signs.indexOf(wanted, at + before + length)) {
    const [first, last] = [at + before, at + before + length - 1];
    marks.push({ start: starts[first] ?? 0, end: ends[last] ?? 0 });
    if (part === undefined && term.isWhole) at -= 1;
  }
  return marks;
}

const BETWEEN_DIGITS = /^[\d\s()+.*#/-]*$/u;

function marksOfDigits(text: string, wanted: string): readonly SearchMark[] {
  const places = [...text.matchAll(/\d/g)].map(({ index }) => index);
  const digits = places.map((place) => text.charAt(place)).join("");
  const marks: SearchMark[] = [];
  for (let at = digits.indexOf(wanted); at >= 0; at = digits.indexOf(wanted, at + wanted.length)) {
    const start = places[at] ?? 0;
    const end = (places[at + wanted.length - 1] ?? 0) + 1;
    if (BETWEEN_DIGITS.test(text.slice(start, end))) marks.push({ start, end });
  }
  return marks;
}

const GOES_ON = /[\p{M}\p{Emoji_Modifier}\u200D]/uy;

/** A mark may not end inside what a reader sees as one sign: before an accent, a skin tone or a joiner. */
function endOfSign(text: string, from: number): number {
  let end = from;
  for (;;) {
    GOES_ON.lastIndex = end;
    const [more = ""] = GOES_ON.exec(text) ?? [];
    if (more === "" || /\d/.test(text.slice(end - 1, end) + more)) return end;
    end += more.length;
  }
}

function joined(marks: readonly SearchMark[]): readonly SearchMark[] {
  const apart: SearchMark[] = [];
  for (const mark of [...marks].sort((one, other) => one.start - other.start)) {
    const last = apart.at(-1);
    if (last && mark.start < last.end)
      apart.splice(-1, 1, { start: last.start, end: Math.max(last.end, mark.end) });
    else if (mark.end > mark.start) apart.push(mark);
  }
  return apart;
}
