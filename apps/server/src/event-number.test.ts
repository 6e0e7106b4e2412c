import { defineApi, EVENT_NUMBER_HEADER } from "@offhook/contract";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { createDatabase } from "./database/create-database.ts";
import type { Database } from "./database/database.ts";
import { readEvents } from "./database/events/event-log.ts";
import { createTestDatabase, type TestDatabase } from "./database/testing/test-database.ts";
import { anActor, asUser, createProbeServer, fakeAuthenticator } from "./http/testing/probe-server.ts";

const WRITERS = 6;
const READERS = 4;
const ROUNDS = 30;

const api = defineApi({
  readLog: {
    method: "GET",
    path: "/log",
    access: "user",
    summary: "The numbers of all events",
    result: z.array(z.number()),
  },
  writeLog: { method: "POST", path: "/log", access: "user", summary: "One more event", result: z.null() },
  look: { method: "GET", path: "/look", access: "public", summary: "Nothing of a company", result: z.null() },
});

let database: TestDatabase;
let customerId: number;
let server: FastifyInstance;

function serverOn(source: Database): Promise<FastifyInstance> {
  return createProbeServer(
    api,
    {
      readLog: async () => (await readEvents(source, customerId, 0, 10_000)).map(({ id }) => id),
      writeLog: async ({ actor }) => {
        await write(source, actor.customerId, false);
        return null;
      },
      look: async () => null,
    },
    {
      authenticator: fakeAuthenticator(anActor({ customerId })),
      eventNumber: (id) => source.eventNumber(id),
    },
  );
}

/** Some do other work first, so that transactions overlap and end in another order than they began. */
async function write(source: Database, company: number, isSlow: boolean): Promise<void> {
  await source.transaction(async (tx) => {
    tx.publish({ customerId: company, channel: `customer.${company}`, event: { type: "DID_UPDATE" } });
    if (isSlow) await tx.query.selectFrom("customers").select("name").execute();
  });
}

async function get(from: FastifyInstance, url = "/api/log") {
  const reply = await from.inject({ method: "GET", url, headers: asUser });
  const header = reply.headers[EVENT_NUMBER_HEADER];
  return { header, number: Number(header), ids: reply.json().result as number[] };
}

beforeAll(async () => {
  database = await createTestDatabase();
  const company = database.query.insertInto("customers").values({ name: "Harbor Light" }).returning("id");
  customerId = (await company.executeTakeFirstOrThrow()).id;
  server = await serverOn(database);
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

test("[PUSH10] a reply contains every event up to the number in its header, whoever writes meanwhile", async () => {
  const writers = Array.from({ length: WRITERS }, async (_none, writer) => {
    for (let round = 0; round < ROUNDS; round++)
      await write(database, customerId, (writer + round) % 3 === 0);
  });
  const readers = Array.from({ length: READERS }, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { number, ids } = await get(server);
      const upToIt = Array.from({ length: number }, (_none, index) => index + 1);
      expect(ids.slice(0, number)).toEqual(upToIt);
    }
  });
  await Promise.all([...writers, ...readers]);
  expect((await get(server)).number).toBe(WRITERS * ROUNDS);
});

test("[PUSH10] whoever has been told of their own change reads a number that counts it", async () => {
  const before = (await get(server)).number;
  await server.inject({ method: "POST", url: "/api/log", headers: asUser });
  expect((await get(server)).number).toBe(before + 1);
});

test("[PUSH10] a server that has just started, or is not the only one, is never ahead of the log", async () => {
  const other = createDatabase({ connection: database.connection, log: pino({ level: "silent" }) });
  const second = await serverOn(other);
  const first = await get(second);
  expect(first.number).toBe((await get(server)).number);
  await write(database, customerId, false);
  const behind = await get(second);
  expect(behind.number).toBeLessThanOrEqual(behind.ids.length);
  await write(other, customerId, false);
  expect((await get(second)).number).toBe(first.number + 2);
  await second.close();
  await other.close();
});

test("[PUSH10] what is about no company has no number", async () => {
  expect((await get(server, "/api/look")).header).toBeUndefined();
});

test("[PUSH10] the reply to a change says by which event all of it was told", async () => {
  const written = await server.inject({ method: "POST", url: "/api/log", headers: asUser });
  expect(Number(written.headers[EVENT_NUMBER_HEADER])).toBe((await get(server)).ids.at(-1));
});
