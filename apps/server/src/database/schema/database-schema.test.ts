import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { renderSchema } from "./render-schema.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("database-schema.ts is what `npm run codegen` would write for the migrations", async () => {
  const committed = await readFile(new URL("./database-schema.ts", import.meta.url), "utf8");
  expect(committed).toBe(await renderSchema(database.query));
});
