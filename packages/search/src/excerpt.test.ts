import fc from "fast-check";
import { expect, test } from "vitest";
import { excerptOf, placeOf } from "./excerpt.ts";
import { searchTerms } from "./search-terms.ts";

const long = `${"much before it and ".repeat(20)}the Sørensen ramp ${"and much behind it ".repeat(20)}`;

test("[SEA2] an excerpt shows the words around the hit in one line", () => {
  expect(excerptOf("The wheelchair\n ramp  is icy", searchTerms("ramp"))).toBe("The wheelchair ramp is icy");
  const excerpt = excerptOf(long, searchTerms("sorensen"));
  expect(excerpt).toContain("the Sørensen ramp");
  expect(excerpt).toMatch(/^…\S.*\S…$/);
  expect(excerpt.length).toBeLessThan(210);
});

test("[SEA2] where nothing is hit there is none", () => {
  expect(excerptOf(long, searchTerms("nowhere"))).toBe("");
  expect(excerptOf("", searchTerms("ramp"))).toBe("");
});

test("[SEA3] a word's beginning is shown rather than an earlier middle", () => {
  expect(placeOf("wheelchair chair", searchTerms("chair"))).toBe(11);
  expect(placeOf("wheelchair", searchTerms("chair"))).toBe(0);
});

test("[SEA2] an excerpt holds the hit, wherever it is", () => {
  fc.assert(
    fc.property(fc.lorem({ maxCount: 80 }), fc.lorem({ maxCount: 80 }), (before, behind) => {
      expect(excerptOf(`${before} zebra ${behind}`, searchTerms("zebra"))).toContain("zebra");
    }),
  );
});
