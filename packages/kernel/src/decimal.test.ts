import { expect, test } from "vitest";
import { parseDecimal } from "./decimal.ts";

test.each([
  ["0", 0],
  ["007", 7],
  ["65535", 65_535],
  ["65536", undefined],
  ["99999999999999999999", undefined],
  ["", undefined],
  ["-1", undefined],
  ["+1", undefined],
  ["1.5", undefined],
  [" 1", undefined],
  ["٣", undefined],
])("%j up to 65535 reads as %s", (text, value) => {
  expect(parseDecimal(text, 65_535)).toBe(value);
});
