import type { SavedWaitingCall } from "@offhook/pbx";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { demoPerson } from "../../demo/demo-people.ts";
import { PhoneWorld } from "../testing/phone-world.ts";
import { loadWaitingCalls } from "./waiting-call-repository.ts";

const QUEUE = { id: 21, extension: "321" };
let world: PhoneWorld;

beforeAll(async () => {
  world = await PhoneWorld.start({
    devices: ["maya", "tom", "dev"],
    async prepare({ database: { query } }) {
      await query
        .insertInto("queues")
        .values({ ...QUEUE, customer_id: 1, name: "Support", strategy: "ringAll", wrap_up_seconds: 0 })
        .execute();
      await query
        .insertInto("queue_members")
        .values({ queue_id: QUEUE.id, phone_id: demoPerson("dev").id, available: true })
        .execute();
    },
  });
});
afterEach(async () => {
  await world.stopPhones();
  await world.isAtRest();
});
afterAll(() => world.close());

const stored = () => loadWaitingCalls(world.server.database.query);

/** What happened to callers, as it is stored. */
async function recorded(since: number): Promise<string[]> {
  const rows = await world.server.database.query
    .selectFrom("queue_records")
    .select("type")
    .where("queue_id", "=", QUEUE.id)
    .where("call_id", "is not", null)
    .where("at", ">=", new Date(since))
    .orderBy("id")
    .execute();
  return rows.map(({ type }) => type);
}

test("[QRES6] callers wait through a restart of the server, are answered in their order, and it is one call for each", async () => {
  const since = Date.now();
  const [maya, tom] = [await world.phone("maya", 700), await world.phone("tom", 750)];
  const first = await maya.dial(QUEUE.extension);
  await first.hearsMusic();
  const second = await tom.dial(QUEUE.extension);
  await second.hearsMusic();
  await vi.waitFor(async () => expect(await stored()).toHaveLength(2), { timeout: 10_000 });
  const callIds = (await stored()).map(({ callId }) => callId);
  await world.server.restart();
  await world.server.app.start();
  for (const call of [first, second]) {
    await vi.waitFor(() => expect(call.audio.loudness()).toBeGreaterThan(200), { timeout: 10_000 });
    await call.hearsMusic();
  }
  const dev = await world.phone("dev", 800);
  const answered = await dev.takeCall();
  await Promise.all([first.hears(800), answered.hears(700)]);
  expect(second.state).toBe("talking");
  second.hangUp();
  answered.hangUp();
  await first.hasEnded("remoteBye");
  await world.isAtRest();
  await vi.waitFor(async () => expect(await stored()).toEqual([]), { timeout: 10_000 });
  expect(await recorded(since)).toEqual(["entered", "entered", "offered", "answered", "abandoned", "ended"]);
  const [ofMaya, ofTom] = [await world.records("maya", since), await world.records("tom", since)];
  expect(ofMaya).toMatchObject([{ call_id: callIds[0], status: "answer", cause: "hungUp" }]);
  expect(ofTom).toMatchObject([{ call_id: callIds[1], status: "answer", cause: "hungUp" }]);
});

test("[QRES7] whoever was left alone for too long, or by another version, left the queue at that time", async () => {
  const since = Date.now();
  const { query } = world.server.database;
  const maya = await world.phone("maya", 700);
  const call = await maya.dial(QUEUE.extension);
  await call.hearsMusic();
  await vi.waitFor(async () => expect((await stored())[0]?.saved?.leg).toBeDefined(), { timeout: 10_000 });
  const [row] = await query.selectFrom("waiting_calls").selectAll().execute();
  await world.server.restart();
  const seenAt = new Date(since - 3_600_000);
  const enteredAt = new Date(since - 3_660_000);
  await query.updateTable("waiting_calls").set({ seen_at: seenAt, entered_at: enteredAt }).execute();
  const other = { ...row!, call_id: "other", version: 0, saved: JSON.stringify({} as SavedWaitingCall) };
  await query.insertInto("waiting_calls").values(other).execute();
  await world.server.app.start();
  await world.server.app.phonesSettled();
  expect(await stored()).toEqual([]);
  const abandoned = await query
    .selectFrom("queue_records")
    .select(["at", "call_id", "duration_ms"])
    .where("type", "=", "abandoned")
    .where("call_id", "in", [row!.call_id, "other"])
    .execute();
  expect(abandoned).toContainEqual({ at: seenAt, call_id: row!.call_id, duration_ms: 60_000 });
  expect(abandoned).toHaveLength(2);
  expect(await world.records("maya", since)).toMatchObject([{ status: "answer", cause: "crashed" }]);
  call.hangUp();
});
