/**
 * How words are compared. The server's `search_fold` (a function of the database) does the same sign by sign, so every
 * class of signs stands here as ranges: what the two would call a letter depends on the machine.
 */

/** Left out: accents, vowel points, marks of direction, apostrophes. */
const DROPPED_RANGES =
  "\\u0300-\\u036F\\u0483-\\u0489\\u0591-\\u05BD\\u05BF\\u05C1\\u05C2\\u05C4\\u05C5\\u05C7\\u05F3\\u05F4\\u0610-\\u061A\\u0640" +
  "\\u064B-\\u065F\\u0670\\u06D6-\\u06DC\\u06DF-\\u06E4\\u06E7\\u06E8\\u06EA-\\u06ED\\u1AB0-\\u1AFF\\u1DC0-\\u1DFF\\u20D0-\\u20FF" +
  "\\u3099\\u309A\\uFE00-\\uFE0F\\uFE20-\\uFE2F\\u00AD\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u2069\\uFEFF'\\u2018\\u2019\\u02BB\\u02BC";

/** Between words: punctuation, symbols, pictures; also what no text may hold, NUL and halves of pairs. */
const GAP_RANGES =
  "\\u0000-\\u0026\\u0028-\\u002F\\u003A-\\u0040\\u005B-\\u0060\\u007B-\\u00A9\\u00AB\\u00AC\\u00AE-\\u00B1\\u00B4\\u00B6-\\u00B8\\u00BB\\u00BF\\u00D7\\u00F7" +
  "\\u055A-\\u055F\\u0589-\\u058F\\u05BE\\u05C0\\u05C3\\u05C6\\u0600-\\u060F\\u061B-\\u061F\\u066A-\\u066D\\u06D4\\u06DD\\u06DE\\u06E9\\u0700-\\u070F" +
  "\\u0964\\u0965\\u0970\\u0E4F\\u0E5A\\u0E5B\\u104A-\\u104F\\u1360-\\u1368\\u166D\\u1800-\\u180A\\u2000-\\u200A\\u2010-\\u2017\\u201A-\\u2029\\u202F-\\u205F" +
  "\\u206A-\\u206F\\u20A0-\\u20CF\\u2100-\\u2BFF\\u2E00-\\u2E7F\\u3000-\\u3004\\u3008-\\u3020\\u3030\\u303D-\\u303F\\u30A0\\u30FB\\uD800-\\uF8FF" +
  "\\uFE10-\\uFE1F\\uFE30-\\uFE6F\\uFFF0-\\uFFFF\\u{1F000}-\\u{1FAFF}";

/** Written without spaces: each of these signs is a word by itself. */
const SINGLE_RANGES =
  "\\u2E80-\\u2FDF\\u3005-\\u3007\\u3021-\\u3029\\u3040-\\u3098\\u309B-\\u309F\\u30A1-\\u30FA\\u30FC-\\u30FF\\u31F0-\\u31FF\\u3400-\\u4DBF\\u4E00-\\u9FFF" +
  "\\uF900-\\uFAFF\\u{20000}-\\u{3134F}";

const DROPPED = new RegExp(`[${DROPPED_RANGES}]`, "gu");
const GAPS = new RegExp(`[${GAP_RANGES}]+`, "gu");
const SINGLE = new RegExp(`[${SINGLE_RANGES}]`, "gu");
const isPlain = (text: string): boolean => /^\p{ASCII}*$/u.test(text);

/** Letters that come apart into no accent, as people type them without it. */
const SPELLED: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  ħ: "h",
  ı: "i",
  ł: "l",
  ŋ: "n",
  þ: "th",
  ŧ: "t",
  ς: "σ",
};
const SPELLED_LETTERS = new RegExp(`[${Object.keys(SPELLED).join("")}]`, "gu");

/** A longer word counts with its beginning, a longer text with its first signs: an index has limits. */
const LONGEST_WORD = 64;
export const LONGEST_SEARCHED_TEXT = 20_000;

/** The words of a text in the form in which they are compared: small, without accents and punctuation. */
export function foldedWords(text: string): readonly string[] {
  const signs = isPlain(text) ? plain(text) : taken(text);
  return signs
    .split(" ")
    .filter((word) => word !== "")
    .map((word) => (word.length > LONGEST_WORD ? [...word].slice(0, LONGEST_WORD).join("") : word));
}

/** One sign of a text as it stands among folded words: with spaces where it parts them, and nothing where it is left out. */
export const foldedSign = (sign: string): string => (isPlain(sign) ? plain(sign) : taken(sign));

/** The words with a space around each, so that a word's beginning is found by the space before it. */
export function folded(text: string): string {
  const cut = text.length > LONGEST_SEARCHED_TEXT ? [...text].slice(0, LONGEST_SEARCHED_TEXT).join("") : text;
  const words = foldedWords(cut);
  return words.length === 0 ? "" : ` ${words.join(" ")} `;
}

const plain = (text: string): string => text.toLowerCase().replaceAll("'", "").replace(GAPS, " ");

const taken = (text: string): string =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replace(DROPPED, "")
    .replace(SPELLED_LETTERS, (letter) => SPELLED[letter] ?? letter)
    .replace(GAPS, " ")
    .replace(SINGLE, " $& ");
