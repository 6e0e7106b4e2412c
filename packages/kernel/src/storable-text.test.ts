import { expect, test } from "vitest";
import { holdsUnstorableText, isStorable, storableText } from "./storable-text.ts";

test.each([
  ["Jürgen 📞", "Jürgen 📞"],
  ["J\udcfcrgen", "Jürgen"],
  ["a\0b", "ab"],
  ["half \ud83d of a pair", "half \ufffd of a pair"],
  ["\udc80 no letter of Latin-1", "\ufffd no letter of Latin-1"],
])("[EDGE8] %j becomes %j", (text, expected) => {
  expect(storableText(text)).toBe(expected);
  expect(isStorable(storableText(text))).toBe(true);
});

test("[EDGE8] what is too long is cut, and never through a pair", () => {
  expect(storableText("a\0bcd", 3)).toBe("abc");
  expect(storableText("ab📞", 3)).toBe("ab");
  expect(storableText("ab📞", 4)).toBe("ab📞");
});

test("[EDGE8] text is looked for in values and in the names of fields, however deep", () => {
  expect(holdsUnstorableText({ a: [1, null, { b: "Jürgen 📞" }] })).toBe(false);
  expect(holdsUnstorableText({ a: [1, null, { b: "x\0" }] })).toBe(true);
  expect(holdsUnstorableText({ a: { "\ud83d": 1 } })).toBe(true);
});
