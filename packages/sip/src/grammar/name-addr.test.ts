import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatNameAddr, nameAddr, parseNameAddr, tagOf } from "./name-addr.ts";
import { parameterValue, withoutParameter, withParameter } from "./parameters.ts";
import { formatUri, parseUri, sipUri } from "./uri.ts";

test.each<[string, string | undefined, string]>([
  ["sip:alice@h", undefined, "sip:alice@h"],
  ["<sip:alice@h>", undefined, "sip:alice@h"],
  ["Alice <sip:alice@h>", "Alice", "sip:alice@h"],
  ["Alice  von \t Wonder <sip:alice@h>", "Alice von Wonder", "sip:alice@h"],
  ['"Alice \\"the\\" \\\\ cat" <sip:alice@h>', 'Alice "the" \\ cat', "sip:alice@h"],
  ['"<sip:no@h>" <sip:alice@h>', "<sip:no@h>", "sip:alice@h"],
  ['"" <sip:alice@h>', undefined, "sip:alice@h"],
  ["Bell, Alexander <sip:a@h>", "Bell, Alexander", "sip:a@h"],
  ["< sip:a@h >", undefined, "sip:a@h"],
  ["caller<sip:caller@h>", "caller", "sip:caller@h"],
  ["<tel:+1-201-555-0123>", undefined, "tel:+1-201-555-0123"],
  ["Zoë <sip:zoe@h>", "Zoë", "sip:zoe@h"],
])("[MSG7] %s", (text, displayName, uri) => {
  const value = parseNameAddr(text);
  expect(value?.displayName).toBe(displayName);
  expect(formatUri(value!.uri)).toBe(uri);
});

test.each([
  "",
  "Alice",
  '"Alice <sip:a@h>',
  "<sip:a@h",
  "<>",
  "sip:a@h?x=y",
  "<sip:a@h>;",
  "<sip:a@h>;;tag=1",
  "<sip:a@h> x",
  'a "b" <sip:a@h>',
  '<sip:a@h>;tag="1',
])("[MSG8] refuses %j", (text) => {
  expect(parseNameAddr(text)).toBeUndefined();
});

test("[MSG4] parameters outside the brackets are the header's, inside the URI's", () => {
  const outside = parseNameAddr("sip:a@h;tag=1;x")!;
  expect(tagOf(outside)).toBe("1");
  expect(formatUri(outside.uri)).toBe("sip:a@h");
  const inside = parseNameAddr('<sip:a@h;lr> ; TAG = 2 ; y = "a;b,c"')!;
  expect(tagOf(inside)).toBe("2");
  expect(parameterValue(inside.parameters, "y")).toBe("a;b,c");
  expect(formatUri(inside.uri)).toBe("sip:a@h;lr");
});

describe("[MSG16] writing", () => {
  test("any name and any parameter can be read back", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 20 });
    fc.assert(
      fc.property(text, text, (displayName, value) => {
        const parameters = withParameter([], "x", value === "" ? undefined : value);
        const read = parseNameAddr(
          formatNameAddr(nameAddr(sipUri({ host: "h" }), { displayName, parameters })),
        )!;
        expect(read.displayName ?? "").toBe(displayName);
        const isWire = value.startsWith('"');
        if (!isWire) expect(parameterValue(read.parameters, "x") ?? "").toBe(value);
      }),
      { numRuns: 1_000 },
    );
  });

  test("a name with a line break stays one line", () => {
    const text = formatNameAddr(nameAddr(parseUri("sip:a@h")!, { displayName: "x\r\nVia: evil" }));
    expect(text).toBe('"x Via: evil" <sip:a@h>');
  });

  test("a parameter is set in place and removed in any case", () => {
    const list = parseNameAddr("<sip:a@h>;a=1;Tag=2;b")!.parameters;
    expect(withParameter(list, "tag", "9").map((each) => each.value)).toEqual(["1", "9", undefined]);
    expect(withoutParameter(list, "tag").map((each) => each.name)).toEqual(["a", "b"]);
  });
});
