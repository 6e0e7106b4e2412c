import fc from "fast-check";
import { expect, test } from "vitest";
import { folded, foldedWords, LONGEST_SEARCHED_TEXT } from "./fold.ts";

test.each([
  ["Sørensen", "sorensen"],
  ["Straße", "strasse"],
  ["Ærø Œuvre Þór Łódź", "aero oeuvre thor lodz"],
  ["CAFÉ Café", "cafe cafe"],
  ["O'Neil O’Neil", "oneil oneil"],
  ["ΣΊΣΥΦΟΣ σίσυφος", "σισυφοσ σισυφοσ"],
  ["İstanbul ISPARTA ılık", "istanbul isparta ilik"],
  ["ana.reyes@juniper.example", "ana reyes juniper example"],
  ["(212) 555-0123", "212 555 0123"],
  ["李明 東京タワー", "李 明 東 京 タ ワ ー"],
  ["שָׁלוֹם עֲלֵיכֶם", "שלום עליכם"],
  ["مُحَمَّد ـــ علي", "محمد علي"],
  ["ﬁne ① ½", "fine 1 1 2"],
  ["👍🏽 great 👨‍👩‍👧", "great"],
  ["   ", ""],
  ["*** \"' %%% ___", ""],
])("[SEA1] %j is compared as %j", (text, words) => {
  expect(foldedWords(text).join(" ")).toBe(words);
});

test("[SEA1] a word's beginning and end are known by the spaces around it", () => {
  expect(folded("Ana Reyes")).toBe(" ana reyes ");
  expect(folded("…")).toBe("");
});

test("[SEA1] what is folded once does not change when it is folded again", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(folded(folded(text))).toBe(folded(text));
    }),
  );
});

test("[SEA1] a long word counts with its beginning, a long text with its first signs", () => {
  expect(foldedWords("a".repeat(100))).toEqual(["a".repeat(64)]);
  expect(foldedWords("𝒜𐐨".repeat(80))).toEqual(["a𐐨".repeat(32)]);
  expect(folded("word ".repeat(LONGEST_SEARCHED_TEXT)).length).toBe(LONGEST_SEARCHED_TEXT + 1);
});
