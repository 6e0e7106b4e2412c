import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { madeUpEvent } from "../database/testing/published-events.ts";
import { DEMO_PEOPLE, HARBORLIGHT } from "../demo/demo-people.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";
import { PushClient } from "./testing/push-client.ts";

// [PUSH3] over real sockets and a real database: writers write at once, clients come and go, the server restarts.
// However that falls out, each client must end up with exactly the events of its channels, in order.
const USERS = DEMO_PEOPLE.filter((person) => person.customerId === HARBORLIGHT.id && person.handle !== "lena")
  .slice(0, 3)
  .map((person) => person.id);

let server: TestApp;
let origin: string;
const tokens = new Map<number, string>();
beforeAll(async () => {
  server = await createTestApp();
  origin = await server.listen();
  for (const userId of USERS) tokens.set(userId, await server.signIn(userId));
});
afterAll(() => server.close());

type Step =
  | { readonly kind: "write"; readonly writers: number; readonly eventsEach: number }
  | { readonly kind: "cut"; readonly client: number }
  /** Longer than the recent events reach back: what was missed must come from the database. */
  | { readonly kind: "away"; readonly client: number }
  | { readonly kind: "restart" };

const client = fc.nat({ max: USERS.length - 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("write" as const),
      writers: fc.integer({ min: 1, max: 6 }),
      eventsEach: fc.integer({ min: 1, max: 40 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant("cut" as const), client: fc.nat({ max: USERS.length - 1 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("away" as const), client }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("restart" as const) }) },
);

const channelFor = (number: number): string => {
  const user = USERS[number % (USERS.length + 1)];
  return user === undefined ? `customer.${HARBORLIGHT.id}` : `user.${user}`;
};

let lastNumber = 0;

async function write(events: number): Promise<void> {
  await server.database.transaction(async (tx) => {
    for (let count = 0; count < events; count++) {
      const number = ++lastNumber;
      tx.publish({
        customerId: HARBORLIGHT.id,
        channel: channelFor(number),
        event: madeUpEvent({ type: "NUMBER", number }),
      });
    }
  });
}

class Visitor {
  readonly client = new PushClient();
  readonly userId: number;

  constructor(userId: number) {
    this.userId = userId;
  }

  connect(): Promise<void> {
    return this.client.connect(origin, tokens.get(this.userId) ?? "");
  }

  hears(channel: string): boolean {
    return channel === `user.${this.userId}` || channel === `customer.${HARBORLIGHT.id}`;
  }
}

async function take(visitors: readonly Visitor[], next: Step, writing: Promise<void>[]): Promise<void> {
  if (next.kind === "write") {
    for (let writer = 0; writer < next.writers; writer++) writing.push(write(next.eventsEach));
  } else if (next.kind !== "restart") {
    const visitor = visitors[next.client];
    await visitor?.client.cut();
    if (next.kind === "away") await Promise.all([write(600), write(600), write(600)]);
    await visitor?.connect();
  } else {
    // The server goes while clients are connected and writers write.
    await server.restart();
    origin = await server.listen();
    for (const visitor of visitors) await visitor.client.cut();
    await Promise.all(visitors.map((visitor) => visitor.connect()));
  }
}

test("[PUSH3] nothing is lost and nothing comes twice", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (steps) => {
      const visitors = USERS.map((userId) => new Visitor(userId));
      await Promise.all(visitors.map((visitor) => visitor.connect()));
      const start = await lastIdInLog();
      const writing: Promise<void>[] = [];
      for (const next of steps) await take(visitors, next, writing);
      await Promise.all(writing);
      const written = await eventsAfter(start);
      for (const visitor of visitors) {
        const { client, userId } = visitor;
        const expected = written.filter((event) => visitor.hears(event.channel)).map((event) => event.id);
        await client.until(() => (client.lastEventId ?? 0) >= (expected.at(-1) ?? 0));
        expect(
          client.events.map((event) => event.id),
          `events of user ${userId}`,
        ).toEqual(expected);
        expect(client.frames.some((frame) => frame.type === "reset")).toBe(false);
        await client.cut();
      }
    }),
    { numRuns: 30 },
  );
}, 120_000);

async function lastIdInLog(): Promise<number> {
  const row = await server.database.query
    .selectFrom("customers")
    .select("last_event_id")
    .where("id", "=", HARBORLIGHT.id)
    .executeTakeFirstOrThrow();
  return row.last_event_id;
}

function eventsAfter(id: number): Promise<{ id: number; channel: string }[]> {
  return server.database.query
    .selectFrom("events")
    .select(["id", "channel"])
    .where("customer_id", "=", HARBORLIGHT.id)
    .where("id", ">", id)
    .orderBy("id")
    .execute();
}
