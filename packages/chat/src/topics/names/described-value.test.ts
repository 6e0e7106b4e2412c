import { expect, test } from "vitest";
import { CLEARED, mergeValue } from "./described-value.ts";

test.each<[string, unknown, unknown, unknown, boolean]>([
  ["null leaves it alone", { fn: "Ana" }, null, { fn: "Ana" }, false],
  ["the marker clears it", { fn: "Ana" }, CLEARED, undefined, true],
  ["objects are merged", { fn: "Ana", note: "x" }, { note: "y" }, { fn: "Ana", note: "y" }, true],
  [
    "deep objects too",
    { photo: { type: "png", data: "1" } },
    { photo: { data: "2" } },
    { photo: { type: "png", data: "2" } },
    true,
  ],
  ["the marker on a key removes it", { fn: "Ana", note: "x" }, { note: CLEARED }, { fn: "Ana" }, true],
  ["clearing what is not there changes nothing", { fn: "Ana" }, { note: CLEARED }, { fn: "Ana" }, false],
  ["a list replaces a list", { a: [1, 2] }, { a: [3] }, { a: [3] }, true],
  ["text replaces an object", { fn: "Ana" }, "Ana", "Ana", true],
  ["the same again is no change", { fn: "Ana" }, { fn: "Ana" }, { fn: "Ana" }, false],
])("[CHAT-V1] %s", (_rule, before, change, value, isChanged) => {
  expect(mergeValue(before, change)).toEqual({ value, isChanged });
});

test("[CHAT-V2] a key named after the prototype stays a key", () => {
  const { value } = mergeValue({}, JSON.parse('{"__proto__":{"polluted":1}}'));
  expect(JSON.stringify(value)).toBe('{"__proto__":{"polluted":1}}');
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});
