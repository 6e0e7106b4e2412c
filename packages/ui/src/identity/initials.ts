const UNKNOWN_SENDER_INITIALS = "DU";

/** One sign by itself in every name written so, since nothing is put on top of it or joined to it. */
const PLAIN_START = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\d](?![\p{M}\u200d])/u;

let segmenter: Intl.Segmenter | undefined;

/** Made when a name needs it: its tables cost a slow machine a tenth of a second, which most names never ask for. */
function signsOf(word: string): Iterable<{ readonly segment: string }> {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return segmenter.segment(word);
}

function firstLetterOf(word: string): string {
  const [plain] = PLAIN_START.exec(word) ?? [];
  if (plain !== undefined) return plain.toLocaleUpperCase();
  for (const { segment } of signsOf(word)) {
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
