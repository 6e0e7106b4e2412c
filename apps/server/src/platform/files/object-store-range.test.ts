import { expect, test } from "vitest";
import { parseByteRange } from "./object-store-range.ts";

test.each<[string | undefined, ReturnType<typeof parseByteRange>]>([
  [undefined, undefined],
  ["bytes=0-0", { start: 0, end: 0 }],
  ["bytes=2-4", { start: 2, end: 4 }],
  ["bytes=2-", { start: 2, end: 9 }],
  ["bytes=2-99", { start: 2, end: 9 }],
  ["bytes=-3", { start: 7, end: 9 }],
  ["bytes=-99", { start: 0, end: 9 }],
  ["bytes=10-", "unsatisfiable"],
  ["bytes=-0", "unsatisfiable"],
  ["bytes=4-2", undefined],
  ["bytes=-", undefined],
  ["bytes=0-1,4-5", undefined],
  ["lines=0-1", undefined],
  ["bytes=a-b", undefined],
])("of ten bytes, %s is %j", (header, range) => {
  expect(parseByteRange(header, 10)).toEqual(range);
});

test("of an empty file no part can be had", () => {
  expect(parseByteRange("bytes=0-", 0)).toBe("unsatisfiable");
  expect(parseByteRange("bytes=-5", 0)).toBe("unsatisfiable");
});
