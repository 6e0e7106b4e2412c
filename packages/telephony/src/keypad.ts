const LETTERS_BY_DIGIT: Readonly<Record<string, string>> = {
  2: "abc",
  3: "def",
  4: "ghi",
  5: "jkl",
  6: "mno",
  7: "pqrs",
  8: "tuv",
  9: "wxyz",
};

const DIGIT_BY_LETTER: ReadonlyMap<string, string> = new Map(
  Object.entries(LETTERS_BY_DIGIT).flatMap(([digit, letters]) =>
    [...letters].map((letter) => [letter, digit] as const),
  ),
);

/** The keys of a phone, in reading order. */
export const KEYPAD_KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "*", "0", "#"] as const;
export type KeypadKey = (typeof KEYPAD_KEYS)[number];

/** The letters printed under a key, in capitals; empty where there are none. */
export function keypadLetters(key: KeypadKey): string {
  return (LETTERS_BY_DIGIT[key] ?? "").toUpperCase();
}

/** '1-800-FLOWERS' to '1-800-3569377': Latin letters become the digit they stand on, the rest stays. */
export function lettersToDigits(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => DIGIT_BY_LETTER.get(letter.toLowerCase()) ?? letter);
}
