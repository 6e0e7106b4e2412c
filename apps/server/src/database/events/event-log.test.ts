import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { madeUpEvent } from "../testing/published-events.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { lastEventId, oldestEventId, pruneEvents, REPLACED, readEvents, replaceEvents } from "./event-log.ts";

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

const LONG_AGO = new Date(0);
const says = (type: string, channel: string, state: number) => ({
  ...{ customerId, channel },
  event: madeUpEvent({ type, state, filling: "x".repeat(3_000) }),
});
const contents = async (): Promise<string[]> =>
  (await readEvents(database, customerId, 0, 1_000)).map(
    ({ channel, event }) => `${channel} ${event.type} ${event["state"] ?? ""}`,
  );

test("[PUSH13] states that were replaced are emptied, by channel and type, and keep their numbers", async () => {
  await database.publish([
    ...[says("STATE", "queue.1", 1), says("STATE", "queue.2", 1), says("NEWS", "queue.1", 1)],
    ...[says("STATE", "queue.1", 2), says("OTHER", "queue.1", 1), says("NEWS", "queue.1", 2)],
    ...[says("STATE", "queue.1", 3)],
  ]);
  const types = ["STATE", "OTHER"];
  const expected = [
    ...[`queue.1 ${REPLACED} `, "queue.2 STATE 1", "queue.1 NEWS 1"],
    ...[`queue.1 ${REPLACED} `, "queue.1 OTHER 1", "queue.1 NEWS 2"],
    ...["queue.1 STATE 3"],
  ];
  expect(await replaceEvents(database, { types, since: LONG_AGO })).toBe(2);
  expect(await replaceEvents(database, { types, since: LONG_AGO })).toBe(0);
  expect(await contents()).toEqual(expected);
  expect(await idsAfter(0, 10)).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

test("[PUSH13] a company's states are not replaced by those of another, nor what is older than it looks at", async () => {
  const company = database.query.insertInto("customers").values({ name: "Other" }).returning("id");
  const other = (await company.executeTakeFirstOrThrow()).id;
  await database.publish([says("STATE", "queue.1", 1)]);
  await age(1, 1);
  await database.publish([{ ...says("STATE", "queue.1", 9), customerId: other }]);
  await database.publish([says("STATE", "queue.1", 2)]);
  const since = new Date(Date.now() - DAY_MS / 2);
  expect(await replaceEvents(database, { types: ["STATE"], since })).toBe(0);
  expect(await contents()).toEqual(["queue.1 STATE 1", "queue.1 STATE 2"]);
});

test("[PUSH13] an hour of a busy queue costs the log a small part of what was told", async () => {
  const status = (state: number) => says("STATE", "queue.1", state);
  await database.publish(Array.from({ length: 1_000 }, (_, state) => status(state)));
  const bytes = async () => {
    const events = await readEvents(database, customerId, 0, 1_000);
    return events.reduce((sum, { event }) => sum + JSON.stringify(event).length, 0);
  };
  const before = await bytes();
  expect(await replaceEvents(database, { types: ["STATE"], since: LONG_AGO })).toBeGreaterThanOrEqual(999);
  expect(await bytes()).toBeLessThan(before / 50);
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
