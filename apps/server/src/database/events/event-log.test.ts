import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { madeUpEvent } from "../testing/published-events.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { lastEventId, oldestEventId, pruneEvents, readEvents } from "./event-log.ts";

const DAY_MS = 86_400_000;
let database: TestDatabase;
let customerId: number;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  const company = database.query.insertInto("customers").values({ name: "Harbor Light" }).returning("id");
  customerId = (await company.executeTakeFirstOrThrow()).id;
});

function publish(count: number): Promise<void> {
  return database.transaction(async (tx) => {
    for (let number = 1; number <= count; number++) {
      tx.publish({ customerId, channel: "customer.1", event: madeUpEvent({ type: "tick", number }) });
    }
  });
}

const idsAfter = async (afterId: number, limit: number): Promise<number[]> =>
  (await readEvents(database, customerId, afterId, limit)).map((each) => each.id);

async function age(upToId: number, days: number): Promise<void> {
  await database.query
    .updateTable("events")
    .set({ created_at: new Date(Date.now() - days * DAY_MS) })
    .where("customer_id", "=", customerId)
    .where("id", "<=", upToId)
    .execute();
}

test("reads on from any number, page by page", async () => {
  await publish(5);
  expect(await idsAfter(0, 2)).toEqual([1, 2]);
  expect(await idsAfter(2, 10)).toEqual([3, 4, 5]);
  expect(await idsAfter(5, 10)).toEqual([]);
});

test("knows the ends of a company's log", async () => {
  expect(await oldestEventId(database, customerId)).toBeUndefined();
  expect(await lastEventId(database, customerId)).toBe(0);
  await publish(3);
  expect(await oldestEventId(database, customerId)).toBe(1);
  expect(await lastEventId(database, customerId)).toBe(3);
});

test("forgets old events but never a number", async () => {
  await publish(5);
  await age(3, 8);
  expect(await pruneEvents(database, { days: 7, now: Date.now() })).toBe(3);
  expect(await oldestEventId(database, customerId)).toBe(4);
  await age(5, 8);
  expect(await pruneEvents(database, { days: 7, now: Date.now() })).toBe(2);
  expect(await oldestEventId(database, customerId)).toBeUndefined();
  expect(await lastEventId(database, customerId)).toBe(5);
  await publish(1);
  expect(await idsAfter(0, 10)).toEqual([6]);
});

test("with many writers at once a polling reader meets every number in turn, none late", async () => {
  const writers = 8;
  const rounds = 25;
  const perTransaction = 2;
  const total = writers * rounds * perTransaction;
  const write = async (writer: number): Promise<void> => {
    for (let round = 0; round < rounds; round++) {
      const attempt = database.transaction(async (tx) => {
        tx.publish({ customerId, channel: "customer.1", event: madeUpEvent({ type: "a" }) });
        // Some do other work first, so that transactions overlap and finish out of the order they began in.
        if ((writer + round) % 3 === 0) await tx.query.selectFrom("customers").select("name").execute();
        tx.publish({ customerId, channel: "customer.1", event: madeUpEvent({ type: "b" }) });
        if ((writer + round) % 5 === 0) throw new Error("changed my mind");
      });
      await attempt.catch(() => undefined);
    }
  };
  const isUndone = (index: number): boolean => (Math.floor(index / rounds) + (index % rounds)) % 5 === 0;
  const kept =
    total - perTransaction * Array.from({ length: writers * rounds }, (_, i) => i).filter(isUndone).length;

  const seen: number[] = [];
  const read = async (): Promise<void> => {
    while (seen.length < kept) seen.push(...(await idsAfter(seen.at(-1) ?? 0, 50)));
  };
  await Promise.all([read(), ...Array.from({ length: writers }, (_, writer) => write(writer))]);
  expect(seen).toEqual(Array.from({ length: kept }, (_, index) => index + 1));
  expect(await lastEventId(database, customerId)).toBe(kept);
});

test("transactions that publish for the same two companies in opposite order do not lock each other out", async () => {
  const company = database.query.insertInto("customers").values({ name: "Other" }).returning("id");
  const other = (await company.executeTakeFirstOrThrow()).id;
  const publishFor = (...customerIds: number[]): Promise<void> =>
    database.transaction(async (tx) => {
      for (const id of customerIds)
        tx.publish({ customerId: id, channel: "customer.1", event: madeUpEvent({ type: "tick" }) });
    });
  await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      index % 2 === 0 ? publishFor(customerId, other) : publishFor(other, customerId),
    ),
  );
  expect(await lastEventId(database, customerId)).toBe(40);
  expect(await lastEventId(database, other)).toBe(40);
});
