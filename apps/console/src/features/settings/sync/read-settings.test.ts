import { settingsShape } from "virtual:settings-shape";
import { DEFAULT_USER_SETTINGS, parseSettingsPatch, parseUserSettings } from "@offhook/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readSettingsPatch, readUserSettings } from "./read-settings.ts";
import type { Shape } from "./settings-shape.ts";

const NUMBERS = { numRuns: 120 };
const odd = fc.constantFrom<unknown>(
  "\0",
  "\ud800",
  "x".repeat(101),
  "55",
  "#*1",
  -1,
  0,
  1,
  true,
  null,
  "",
  {},
  [],
);
const junk = fc.oneof(odd, fc.jsonValue({ maxDepth: 2 }));

/** Values of a shape, with something else in their place here and there. */
function nearly(shape: Shape): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 6, arbitrary: exactly(shape) }, { weight: 1, arbitrary: junk });
}

function exactly(shape: Shape): fc.Arbitrary<unknown> {
  switch (shape.is) {
    case "text":
      return fc.oneof(
        fc.string({ maxLength: 12, unit: "grapheme" }),
        fc.constantFrom("55", "*#", "+12125550100"),
      );
    case "flag":
      return fc.boolean();
    case "one":
      return fc.constantFrom(...shape.of);
    case "nullable":
      return fc.option(nearly(shape.inner));
    case "list":
      return fc.array(nearly(shape.of), { maxLength: 4 });
    case "map":
      return fc.dictionary(
        fc.oneof(fc.string({ maxLength: 8 }), fc.constant("__proto__")),
        nearly(shape.values),
        {
          maxKeys: 3,
        },
      );
    case "object": {
      const fields = Object.entries(shape.fields).map(([name, field]) => [name, nearly(field)] as const);
      const named = fc.record(Object.fromEntries(fields), { requiredKeys: [] });
      return fc
        .tuple(named, fc.boolean())
        .map(([value, hasMore]) => (hasMore ? { ...value, hologram: 1 } : value));
    }
  }
}

describe("without the schema library, settings read as the contract reads them", () => {
  test("whatever is stored", () => {
    fc.assert(
      fc.property(nearly(settingsShape), (value) => {
        const text = JSON.stringify(value);
        expect(readUserSettings(text)).toEqual(parseUserSettings(text));
      }),
      NUMBERS,
    );
  });

  test("whatever change is waiting", () => {
    fc.assert(
      fc.property(nearly(settingsShape), (value) => {
        const text = JSON.stringify(value);
        expect(readSettingsPatch(text)).toEqual(parseSettingsPatch(text));
      }),
      NUMBERS,
    );
  });

  test("any text at all", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(readUserSettings(text)).toEqual(parseUserSettings(text));
        expect(readSettingsPatch(text)).toEqual(parseSettingsPatch(text));
      }),
      NUMBERS,
    );
  });

  test("each setting alone, with anything in it", () => {
    const names = Object.keys(DEFAULT_USER_SETTINGS);
    fc.assert(
      fc.property(fc.constantFrom(...names), junk, (name, value) => {
        const text = JSON.stringify({ [name]: value });
        expect(readUserSettings(text)).toEqual(parseUserSettings(text));
        expect(readSettingsPatch(text)).toEqual(parseSettingsPatch(text));
      }),
      NUMBERS,
    );
  });

  test("lists that are too long", () => {
    const line = { name: "a", title: "", subtitle: "", value: "" };
    const text = JSON.stringify({ activeFaxes: Array.from({ length: 1001 }, () => line) });
    expect(readUserSettings(text)).toEqual(parseUserSettings(text));
    expect(readSettingsPatch(text)).toBeUndefined();
  });
});
