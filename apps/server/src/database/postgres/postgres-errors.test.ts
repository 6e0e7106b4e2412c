import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { isRefusedData, isTaken } from "./postgres-errors.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test.each([
  ["a value that another row has", "raise unique_violation using constraint = 'one_name'", true, true],
  ["data of the wrong kind", "perform 'x'::integer", true, false],
  ["text that cannot be stored", "perform '\"\\u0000\"'::jsonb ->> 0", true, false],
  ["a row that is needed elsewhere", "raise foreign_key_violation", true, false],
  ["a statement that took too long", "raise query_canceled", false, false],
])("%s", async (_case, statement, refused, taken) => {
  const failure: unknown = await sql
    .raw(`do $$ begin ${statement}; end $$`)
    .execute(database.query)
    .catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Error);
  expect([isRefusedData(failure), isTaken(failure)]).toEqual([refused, taken]);
  expect(isTaken(failure, "one_name")).toBe(taken);
  expect(isTaken(failure, "another_name")).toBe(false);
});

test("what is no error of the database", () => {
  for (const error of [undefined, null, "23505", {}, new Error("23505")]) {
    expect([isRefusedData(error), isTaken(error)]).toEqual([false, false]);
  }
});
