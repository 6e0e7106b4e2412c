import { randomBytes } from "node:crypto";
import pg from "pg";
import { pino } from "pino";
import { inject } from "vitest";
import { createDatabase, type DatabaseOptions } from "../create-database.ts";
import type { Database } from "../database.ts";
import { TEMPLATE_DATABASE } from "./global-setup.ts";
import { requireContract } from "./published-events.ts";

export interface TestDatabase extends Database {
  /** For code that opens its own connections. */
  readonly connection: pg.ClientConfig;
  /** Closes and removes it. */
  drop(): Promise<void>;
}

/** An own, freshly migrated and otherwise empty database. Make one per test file, in `beforeAll`. */
export async function createTestDatabase(
  options: Partial<Pick<DatabaseOptions, "onEvents" | "log" | "checkEvent">> = {},
): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  await administrate(`create database ${name} template ${TEMPLATE_DATABASE}`);
  const connection = { ...inject("postgres"), database: name };
  const log = pino({ level: "silent" });
  const database = createDatabase({ connection, log, checkEvent: requireContract, ...options });
  return {
    ...database,
    connection,
    async drop() {
      await database.close();
      await administrate(`drop database ${name} with (force)`);
    },
  };
}

async function administrate(statement: string): Promise<void> {
  const admin = new pg.Client({ ...inject("postgres"), database: "postgres" });
  await admin.connect();
  try {
    await admin.query(statement);
  } finally {
    await admin.end();
  }
}
