export interface HighlightPart {
  readonly text: string;
  readonly isMatch: boolean;
  /** Where the part begins in the text: unique and stable, so it serves as a key. */
  readonly start: number;
}

// A match may not end inside what a reader sees as one sign: before a combining mark, a skin tone or a joiner.
const NOT_INSIDE_A_SIGN = String.raw`(?![\p{M}\p{Emoji_Modifier}\u200D])`;
const NOT_AFTER_A_JOINER = String.raw`(?<!\u200D)`;

function patternOf(query: string): RegExp | undefined {
  const wanted = query.trim().normalize("NFC");
  if (wanted === "") return undefined;
  const literal = wanted.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  // The u flag folds case sign by sign, so positions stay true where lower-casing would change the length (İ).
  return new RegExp(NOT_AFTER_A_JOINER + literal + NOT_INSIDE_A_SIGN, "giu");
}

/** Cuts a text into what matches the query, in any case, and what does not. The parts join to the text again. */
export function highlightParts(text: string, query: string): readonly HighlightPart[] {
  const pattern = patternOf(query);
  if (!pattern || text === "") return [{ text, isMatch: false, start: 0 }];
  const parts: HighlightPart[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > end) parts.push({ text: text.slice(end, match.index), isMatch: false, start: end });
    parts.push({ text: match[0], isMatch: true, start: match.index });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isMatch: false, start: end });
  return parts;
}
