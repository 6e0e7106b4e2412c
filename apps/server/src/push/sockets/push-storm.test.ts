import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { madeUpEvent } from "../../database/testing/published-events.ts";
import { DEMO_PEOPLE, HARBORLIGHT } from "../../demo/demo-people.ts";
import { APP_KEY, createTestApp, type TestApp } from "../../testing/test-app.ts";
import { MemoryPush, SHARED, settle } from "../testing/memory-push.ts";
import { PushClient } from "../testing/push-client.ts";

describe("[PUSH9] a crowd that comes back", () => {
  let push: MemoryPush;
  beforeEach(() => {
    push = new MemoryPush();
  });

  test("reads what all of it missed once", async () => {
    for (let index = 0; index < 3_000; index++) push.publish(SHARED);
    const before = push.log.reads;
    const crowd = Array.from({ length: 60 }, (_, user) => push.join(user + 1, { lastEventId: 0 }));
    const clients = await Promise.all(crowd);
    await expect
      .poll(async () => {
        await settle();
        return clients.every(({ socket }) => socket.eventIds.length === 3_000);
      })
      .toBe(true);
    for (const { socket } of clients) {
      expect(socket.eventIds).toEqual(Array.from({ length: 3_000 }, (_, index) => index + 1));
      expect(socket.frames.filter((frame) => frame.type === "caughtUp")).toHaveLength(1);
    }
    expect(push.log.reads - before).toBeLessThan(20);
  });

  test("gets what happens meanwhile behind what it missed, in order", async () => {
    for (let index = 0; index < 1_500; index++) push.publish(SHARED);
    const crowd = Array.from({ length: 20 }, (_, user) => push.join(user + 1, { lastEventId: 100 }));
    for (let index = 0; index < 300; index++) {
      push.publish(SHARED);
      if (index % 50 === 0) await settle();
    }
    const clients = await Promise.all(crowd);
    const missed = Array.from({ length: 1_700 }, (_, index) => index + 101);
    for (const { socket } of clients) await expect.poll(() => socket.eventIds).toEqual(missed);
  });

  test("lets others have their turn, also when all of it has waited for the same page", async () => {
    for (let index = 0; index < 2_000; index++) push.publish(SHARED);
    const clients = Array.from({ length: 1_000 }, () => push.open());
    const delivered = () => clients.reduce((sum, { socket }) => sum + socket.frames.length, 0);
    for (const [user, { say }] of clients.entries())
      say({ type: "hello", token: String(user + 1), lastEventId: 1_000 });
    let most = 0;
    for (let before = 0; before < clients.length * 100; before = delivered()) {
      await new Promise((resolve) => setImmediate(resolve));
      most = Math.max(most, delivered() - before);
    }
    // All at once would be a hundred for each.
    expect(most).toBeLessThan(clients.length * 50);
  });
});

describe("[PUSH9] over real sockets", () => {
  const USERS = DEMO_PEOPLE.filter(
    (person) => person.customerId === HARBORLIGHT.id && person.handle !== "lena",
  ).slice(0, 4);
  const SOCKETS = 120;
  const MISSED = 1_200;
  let server: TestApp;
  beforeAll(async () => {
    server = await createTestApp();
  });
  afterAll(() => server.close());

  test("requests and writes are answered while a crowd catches up after a restart", async () => {
    const tokens: string[] = [];
    for (const { id } of USERS) tokens.push(await server.signIn(id));
    const text = "x".repeat(600);
    const channel = `customer.${HARBORLIGHT.id}`;
    const write = (count: number) =>
      server.database.publish(
        Array.from({ length: count }, (_, index) => ({
          customerId: HARBORLIGHT.id,
          channel,
          event: madeUpEvent({ type: "TEST", index, text }),
        })),
      );
    await write(1);
    const [row] = await server.database.query
      .selectFrom("customers")
      .select("last_event_id")
      .where("id", "=", HARBORLIGHT.id)
      .execute();
    await write(MISSED);
    await server.restart();
    const origin = await server.listen();
    const clients = Array.from({ length: SOCKETS }, () => new PushClient());
    for (const client of clients) client.lastEventId = row?.last_event_id ?? 0;
    const storm = Promise.all(
      clients.map(async (client, index) => {
        await client.connect(origin, tokens[index % tokens.length] ?? "");
        await client.until(() => client.frames.some((frame) => frame.type === "caughtUp"));
      }),
    );
    let isOver = false;
    void storm.finally(() => {
      isOver = true;
    });
    const waits: number[] = [];
    while (!isOver) {
      const begun = performance.now();
      const answer = await server.app.fastify.inject({
        method: "PUT",
        url: "/api/user/settings",
        headers: { "x-app-key": APP_KEY, authorization: `Bearer ${tokens[0]}` },
        payload: { settings: JSON.stringify({ theme: waits.length % 2 === 0 ? "dark" : "light" }) },
      });
      expect(answer.statusCode).toBe(200);
      waits.push(performance.now() - begun);
    }
    await storm;
    for (const client of clients) {
      const missed = client.events.filter(({ event }) => event.type === "TEST");
      expect(missed).toHaveLength(MISSED);
    }
    // A write never waits for the crowd; clients of this test take turns with the server on the same thread.
    expect(Math.max(...waits)).toBeLessThan(2_000);
    for (const client of clients) client.raw.terminate();
  });
});
