import { folded } from "@offhook/search";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function foldedByDatabase(texts: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ folded: string }>`
    select search_fold(text) as folded from unnest(${[...texts]}::text[]) with ordinality as given (text, position)
    order by position`.execute(database.query);
  return rows.map((row) => row.folded);
}

/** Letters that every version we run on knows: what is newer is a letter for one and none for the other. */
const OLD = /^(?![\uA7C0-\uA7FF\u1C89\u1C8A])\P{Surrogate}$/u;
const sign = fc
  .oneof(
    { weight: 3, arbitrary: fc.constantFrom(..." aeiouzAEZ019'’.,-@(ßøØÆłİıςΣéÜñ") },
    { weight: 2, arbitrary: fc.integer({ min: 0x20, max: 0x24ff }) },
    { weight: 1, arbitrary: fc.integer({ min: 0x2e80, max: 0x9fff }) },
    { weight: 1, arbitrary: fc.integer({ min: 0xac00, max: 0xffff }) },
    { weight: 1, arbitrary: fc.integer({ min: 0x1f300, max: 0x1f6ff }) },
  )
  .map((each) => (typeof each === "number" ? String.fromCodePoint(each) : each))
  .filter((each) => OLD.test(each) && !/\p{Unassigned}/u.test(each));

test("[SEA1] the database folds as the console does, whatever is written", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit: sign, maxLength: 60 }), { maxLength: 60 }), async (texts) => {
      expect(await foldedByDatabase(texts)).toEqual(texts.map(folded));
    }),
    { numRuns: 60 },
  );
});

test("[SEA1] the database folds every letter of the first plane as the console does", async () => {
  const letters = Array.from({ length: 0xffff }, (_each, code) => String.fromCodePoint(code + 1)).filter(
    (letter) => OLD.test(letter) && /\p{Assigned}/u.test(letter),
  );
  const theirs = await foldedByDatabase(letters);
  const others = letters.filter((letter, index) => theirs[index] !== folded(letter));
  expect(others.map((letter) => letter.codePointAt(0)?.toString(16))).toEqual([]);
});

test("[SEA1] long words and long texts are cut alike", async () => {
  const texts = [
    "a".repeat(100),
    "é".repeat(100),
    "word ".repeat(5_000),
    "wörd ".repeat(5_000),
    "👍a".repeat(11_000),
  ];
  expect(await foldedByDatabase(texts)).toEqual(texts.map(folded));
});
