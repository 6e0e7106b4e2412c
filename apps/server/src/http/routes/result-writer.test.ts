import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createResultWriter } from "./result-writer.ts";

const plain = z.object({ id: z.number(), tags: z.array(z.string()).optional() });

interface Tree {
  name: string;
  children: Tree[];
}
const tree: z.ZodType<Tree> = z.object({ name: z.string(), children: z.lazy(() => z.array(tree)) });

describe("without checking", () => {
  test("a plain result is written as it is, without running the schema", () => {
    const write = createResultWriter("op", plain, false);
    expect(write({ id: "wrong" })).toBe('{"error":null,"result":{"id":"wrong"}}');
    expect(createResultWriter("op", tree, false)({})).toBe('{"error":null,"result":{}}');
  });

  test.each<[string, z.ZodType, unknown, unknown]>([
    ["default", z.object({ list: z.array(z.string()).default([]) }), {}, { list: [] }],
    ["transform", z.string().transform((text) => text.length), "four", 4],
    ["trim", z.object({ name: z.string().trim() }), { name: " x " }, { name: "x" }],
    ["coercion", z.coerce.string(), 5, "5"],
    [
      "default deep inside",
      z.array(z.union([z.object({ a: z.number().default(1) }), z.null()])),
      [{}],
      [{ a: 1 }],
    ],
  ])("a schema that changes its input is run: %s", (_name, schema, result, written) => {
    expect(JSON.parse(createResultWriter("op", schema, false)(result))).toEqual({
      error: null,
      result: written,
    });
  });

  test("nothing is written as null", () => {
    expect(createResultWriter("op", z.undefined(), false)(undefined)).toBe('{"error":null,"result":null}');
  });
});

describe("with checking", () => {
  test("what fits passes, also where optional fields are undefined", () => {
    const write = createResultWriter("op", plain, true);
    expect(write({ id: 1, tags: undefined })).toBe('{"error":null,"result":{"id":1}}');
    expect(
      createResultWriter("op", tree, true)({ name: "a", children: [{ name: "b", children: [] }] }),
    ).toContain("b");
  });

  test("what does not fit throws", () => {
    expect(() => createResultWriter("op", plain, true)({ id: "1" })).toThrow("does not fit its schema: id");
  });

  test("a field that is not named throws with its place", () => {
    const write = createResultWriter("op", z.array(plain), true);
    expect(() => write([{ id: 1 }, { id: 2, secret: "x" }])).toThrow("does not name: 1.secret");
  });
});
