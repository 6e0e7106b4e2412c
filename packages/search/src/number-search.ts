import { type SearchTerm, searchTerms } from "./search-terms.ts";

/** From so few digits on nearly every number would fit. */
const FEWEST_DIGITS = 3;
const NUMBER_LIKE = /^[+(]*\d[\d()+.*#/-]*$|^\(\d[\d()+.*#-]*$/;

/** A number, or a part of one, among what was typed. A number is hit when it holds one of these. */
export interface NumberSearch {
  readonly digits: readonly string[];
  /** What else was typed. */
  readonly rest: readonly SearchTerm[];
}

/** Pure. `(212) 555-01 ana` is the digits 21255501 and the word ana. Of several numbers the longest counts. */
export function numberSearch(typed: string): NumberSearch | undefined {
  const chunks = typed.trim().split(/\s+/);
  let best: { from: number; to: number; digits: string } | undefined;
  for (let from = 0; from < chunks.length; from += 1) {
    let to = from;
    while (to < chunks.length && NUMBER_LIKE.test(chunks[to] ?? "")) to += 1;
    const digits = chunks.slice(from, to).join("").replace(/\D/g, "");
    if (digits.length >= FEWEST_DIGITS && digits.length > (best?.digits.length ?? 0))
      best = { from, to, digits };
    from = Math.max(from, to - 1);
  }
  if (!best) return undefined;
  const rest = [...chunks.slice(0, best.from), ...chunks.slice(best.to)].join(" ");
  return { digits: writtenForms(best.digits), rest: searchTerms(rest) };
}

/** Numbers are kept with the country's code: the zeros that stand before a number at home are not among them. */
function writtenForms(digits: string): readonly string[] {
  const without = digits.replace(/^0+/, "");
  return without !== digits && without.length >= FEWEST_DIGITS + 1 ? [digits, without] : [digits];
}
