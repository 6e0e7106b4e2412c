import fc from "fast-check";
import { expect, test } from "vitest";
import { folded } from "./fold.ts";
import { fitOf, searchTerms } from "./search-terms.ts";

const fitted = (typed: string, text: string) => fitOf(searchTerms(typed), folded(text));

test.each([
  ["ramp icy", "The wheelchair ramp is icy", "begins"],
  ["icy ramp", "The wheelchair ramp is icy", "begins"],
  ["whe ram", "The wheelchair ramp is icy", "begins"],
  ["sorensen", "Lærke Sørensen", "begins"],
  ["ana@x.com", "write to ana@x.com, please", "begins"],
  ["ana@x.co", "write to ana@x.com, please", "begins"],
  ["ana@x.com", "x.com of ana", undefined],
  ['"ramp is"', "The wheelchair ramp is icy", "begins"],
  ['"ramp i"', "The wheelchair ramp is icy", undefined],
  ["“is ramp”", "The wheelchair ramp is icy", undefined],
  ["明", "李明 called", "begins"],
  ["李明", "李明 called", "begins"],
  ["明李", "李明 called", undefined],
  ["شركة", "اتصلت شركة النور", "begins"],
  ["Unit 5", "Unit 5 is open", "begins"],
])("[SEA2] %j in %j: %s", (typed, text, expected) => {
  expect(fitted(typed, text)).toBe(expected);
});

test.each([
  ["chair", "The wheelchair ramp", "holds"],
  ["chair ram", "The wheelchair ramp", "holds"],
  ["ha", "The wheelchair ramp", undefined],
  ['"chair"', "The wheelchair ramp", undefined],
  ["eyes@juniper", "ana.reyes@juniper.example", "holds"],
])("[SEA3] %j within a word of %j: %s", (typed, text, expected) => {
  expect(fitted(typed, text)).toBe(expected);
});

test("[SEA2] what is typed of a text's own words is found, in any order", () => {
  fc.assert(
    fc.property(
      fc.array(fc.stringMatching(/^[a-zé李ש]{1,8}$/u), { minLength: 1, maxLength: 6 }),
      fc.nat(),
      (words, by) => {
        const turned = [...words.slice(by % words.length), ...words.slice(0, by % words.length)];
        expect(fitted(turned.join(" "), words.join(", "))).toBe("begins");
      },
    ),
  );
});

test("[SEA2] no more than sixteen terms are looked for, of as many words", () => {
  expect(searchTerms("word ".repeat(200))).toHaveLength(16);
  expect(searchTerms("a-".repeat(200))[0]?.words).toHaveLength(16);
  expect(searchTerms('*** "" \' ((')).toEqual([]);
});
