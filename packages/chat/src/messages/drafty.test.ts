import { describe, expect, test } from "vitest";
import { canBeShown } from "./drafty.ts";

const DRAFTY = "text/x-drafty";
const file = { tp: "EX", data: { ref: "/v0/file/s/x", name: "a.pdf", size: 3 } };

describe("[CHAT-C1] what readers can show is let through", () => {
  test.each<[string, unknown, unknown]>([
    ["plain text", "hello", undefined],
    ["nothing", null, undefined],
    ["text that is called a document", "hello", DRAFTY],
    ["what is no document", { anything: [1, { deep: null }] }, undefined],
    ["a number", 7, "application/x-dice"],
    ["a document of text alone", { txt: "hello" }, DRAFTY],
    ["bold words", { txt: "hello", fmt: [{ at: 0, len: 5, tp: "ST" }] }, DRAFTY],
    ["a mention", { txt: "@Ana", fmt: [{ len: 4 }], ent: [{ tp: "MN", data: { val: "usrA" } }] }, DRAFTY],
    ["a file beside the text", { txt: "", fmt: [{ at: -1, key: 0 }], ent: [file] }, DRAFTY],
    ["a file without a place", { ent: [file] }, undefined],
    ["an entity that says nothing", { txt: " ", fmt: [{ len: 1 }], ent: [{ tp: "BN" }] }, undefined],
  ])("%s", (_name, content, mime) => {
    expect(canBeShown(content, mime)).toBe(true);
  });
});

describe("[CHAT-C2] what would break them is not", () => {
  const entities = (count: number) => Array.from({ length: count }, () => file);
  test.each<[string, unknown]>([
    ["a format that is nothing", { txt: "x", fmt: [null] }],
    ["formats that are no list", { txt: "x", fmt: { 0: {} } }],
    ["a format that is a list", { txt: "x", fmt: [[]] }],
    ["text that is none", { txt: 7 }],
    ["no text", { txt: null }],
    ["a place that is text", { txt: "x", fmt: [{ at: "0", len: 1, tp: "ST" }] }],
    ["a place before the text", { txt: "x", fmt: [{ at: -2, len: 1, tp: "ST" }] }],
    ["a place behind the text", { txt: "x", fmt: [{ at: 1, len: 1, tp: "ST" }] }],
    ["a place beyond all numbers", { txt: "x", fmt: [{ at: 2 ** 53, len: 2 ** 53, tp: "ST" }] }],
    ["half a character", { txt: "xyz", fmt: [{ at: 0.5, len: 1, tp: "ST" }] }],
    ["a kind that is none", { txt: "x", fmt: [{ len: 1, tp: {} }] }],
    ["an entity that is not there", { txt: "x", fmt: [{ len: 1, key: 3 }], ent: [file] }],
    ["an entity that is nothing", { txt: "x", ent: [null] }],
    ["an entity of no kind", { txt: "x", ent: [{ data: {} }] }],
    ["data that are none", { txt: "x", ent: [{ tp: "EX", data: "x" }] }],
    ["an address that is none", { txt: "x", ent: [{ tp: "EX", data: { ref: { a: 1 } } }] }],
    ["a size that is none", { txt: "x", ent: [{ tp: "EX", data: { size: "big" } }] }],
    ["too many entities", { txt: "x", ent: entities(257) }],
    ["too many formats", { txt: "x", fmt: Array.from({ length: 1025 }, () => ({ tp: "ST" })) }],
  ])("%s", (_name, content) => {
    expect(canBeShown(content, undefined)).toBe(false);
  });

  test("a document that is none", () => {
    expect(canBeShown([], DRAFTY)).toBe(false);
    expect(canBeShown(true, DRAFTY)).toBe(false);
  });
});

/** What readers do with a document: they take its parts for what they should be. */
function read(content: unknown): void {
  if (typeof content !== "object" || content === null) return;
  const {
    txt = "",
    fmt = [],
    ent = [],
  } = content as {
    txt?: string;
    fmt?: { at?: number; len?: number; tp?: string; key?: number }[];
    ent?: { tp: string; data?: { ref?: string; name?: string; val?: string } }[];
  };
  for (const { at = 0, len = 0, tp, key = 0 } of fmt) {
    txt.slice(at, at + len).trim();
    if (!tp) ent[key]?.tp.toLowerCase().trim();
    else tp.toLowerCase();
  }
  for (const { tp, data } of ent) tp.concat(data?.ref?.trim() ?? "", data?.name?.trim() ?? "");
}

/** The same numbers each time. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

test("[CHAT-C3] whatever is let through can be read, and nothing makes the check fail", () => {
  const random = numbersFrom(7);
  const pick = <Value>(values: readonly Value[]): Value =>
    values[Math.floor(random() * values.length)] as Value;
  const scalar = (): unknown =>
    pick([null, undefined, 0, -1, 1, 3, 2 ** 53, Number.NaN, "", "ST", "EX", "word", true, [], {}]);
  const thing = (depth: number): unknown => {
    if (depth === 0 || random() < 0.3) return scalar();
    if (random() < 0.3) return Array.from({ length: Math.floor(random() * 4) }, () => thing(depth - 1));
    const keys = ["txt", "fmt", "ent", "at", "len", "tp", "key", "data", "ref", "name", "val", "size"];
    const entries = Array.from({ length: Math.floor(random() * 6) }, () => [pick(keys), thing(depth - 1)]);
    return Object.fromEntries(entries);
  };
  const format = () => ({ at: scalar(), len: scalar(), tp: scalar(), key: scalar() });
  const entity = () => ({ tp: pick(["EX", "MN", scalar()]), data: thing(2) });
  let shown = 0;
  for (let round = 0; round < Number(process.env.OFFHOOK_INPUTS_PER_ROUTE ?? 20_000); round++) {
    const content = pick([
      () => thing(4),
      () => ({ txt: "some words", fmt: [format(), thing(2)].slice(0, pick([1, 2])), ent: [entity()] }),
      () => ({ txt: "some words", fmt: [{ at: scalar(), len: scalar(), tp: "ST" }] }),
    ])();
    if (!canBeShown(content, pick([undefined, DRAFTY]))) continue;
    shown += 1;
    expect(() => read(content)).not.toThrow();
  }
  expect(shown).toBeGreaterThan(100);
});
