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

export interface TestDatabaseOptions
  extends Partial<Pick<DatabaseOptions, "onEvents" | "log" | "checkEvent">> {
  /** The database to copy; the migrated and empty one unless told. */
  readonly template?: string;
}

/** An own, freshly migrated and otherwise empty database. Make one per test file, in `beforeAll`. */
export async function createTestDatabase({
  template = TEMPLATE_DATABASE,
  ...options
}: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  await administrate((admin) => admin.query(`create database ${name} template ${template}`));
  const connection = { ...inject("postgres"), database: name };
  const log = pino({ level: "silent" });
  const database = createDatabase({ connection, log, checkEvent: requireContract, ...options });
  return {
    ...database,
    connection,
    async drop() {
      await database.close();
      await administrate((admin) => admin.query(`drop database ${name} with (force)`));
    },
  };
}

/** What no database can do to itself: copy, rename, remove. */
export async function administrate<Result>(work: (admin: pg.Client) => Promise<Result>): Promise<Result> {
  const admin = new pg.Client({ ...inject("postgres"), database: "postgres" });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}
