import { FakeClock } from "@offhook/testkit";
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely";
import { expect, test } from "vitest";
import type { Database } from "../../database/database.ts";
import { createTestDatabase } from "../../database/testing/test-database.ts";
import { systemHandlers } from "./system-handlers.ts";

const request = {
  params: undefined,
  query: undefined,
  body: undefined,
  actor: undefined,
  caller: { address: "", userAgent: "", requestId: "" },
};

const disk = { isFull: async () => false };

/** A database whose connections come as the test says. */
function databaseThat(acquire: () => Promise<never>): Database {
  class Driver extends DummyDriver {
    override acquireConnection(): Promise<never> {
      return acquire();
    }
  }
  const query = new Kysely<never>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new Driver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  return { query, transaction: acquire, close: async () => {} } as unknown as Database;
}

test("a server with its database is ok, and tells the time", async () => {
  const database = await createTestDatabase();
  const clock = new FakeClock(1_700_000_000_900);
  const status = await systemHandlers({ database, clock, disk }).getServiceStatus(request);
  expect(status).toEqual({ status: "ok", version: "0.1.0", database: "ok", disk: "ok", time: 1_700_000_000 });
  await database.drop();
});

test("one whose database refuses is degraded", async () => {
  const database = databaseThat(() => Promise.reject(new Error("refused")));
  const status = await systemHandlers({ database, clock: new FakeClock(), disk }).getServiceStatus(request);
  expect(status).toMatchObject({ status: "degraded", database: "unreachable" });
});

test("one that has no room to write is degraded, and says why", async () => {
  const database = await createTestDatabase();
  const full = { isFull: async () => true };
  const status = await systemHandlers({ database, clock: new FakeClock(), disk: full }).getServiceStatus(
    request,
  );
  expect(status).toMatchObject({ status: "degraded", database: "ok", disk: "full" });
  await database.drop();
});

test("one whose database does not answer says so soon, and asks it once for all waiting requests", async () => {
  let asked = 0;
  const database = databaseThat(() => {
    asked += 1;
    return new Promise(() => {});
  });
  const clock = new FakeClock();
  const { getServiceStatus } = systemHandlers({ database, clock, disk });
  const answers = Promise.all([getServiceStatus(request), getServiceStatus(request)]);
  await expect.poll(() => asked).toBe(1);
  clock.advance(1_500);
  for (const answer of await answers) expect(answer.database).toBe("unreachable");
  expect(asked).toBe(1);
});
