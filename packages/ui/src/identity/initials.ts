const UNKNOWN_SENDER_INITIALS = "DU";

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

function firstLetterOf(word: string): string {
  for (const { segment } of segmenter.segment(word)) {
    if (/^[\p{L}\p{N}]/u.test(segment)) return segment.toLocaleUpperCase();
  }
  return "";
}

/**
 * The first letter, plus the first letter of the last word. Nobody known (`undefined`) is the deleted user, "DU".
 * A name without any letter (a bare number, an emoji) has no initials: the empty string.
 */
export function initialsOf(name: string | undefined): string {
  if (name === undefined) return UNKNOWN_SENDER_INITIALS;
  if (!/\p{L}/u.test(name)) return "";
  const letters = name
    .split(/\s+/u)
    .map(firstLetterOf)
    .filter((letter) => letter !== "");
  const [first = ""] = letters;
  return letters.length > 1 ? first + letters.at(-1) : first;
}
