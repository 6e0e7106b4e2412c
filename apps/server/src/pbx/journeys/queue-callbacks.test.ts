import type { CallRecordDetails, QueueStatuses } from "@offhook/contract";
import type { OutsideCall, SipCarrier } from "@offhook/simulator";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { demoPerson } from "../../demo/demo-people.ts";
import { PhoneWorld } from "../testing/phone-world.ts";

const HARBORLIGHT = 1;
const QUEUE = 21;
const PUBLIC = "12125550321";
const AGNES = "12125550188";
let world: PhoneWorld;
let carrier: SipCarrier;
/** What the person outside answers when called back. */
let refusal: number | undefined;

beforeAll(async () => {
  world = await PhoneWorld.start({
    devices: ["dev", "ines"],
    async prepare({ database: { query } }) {
      const queue = { id: QUEUE, customer_id: HARBORLIGHT, name: "Callbacks", extension: "321" };
      const settings = { callback: true, callback_retry_minutes: 1, ring_seconds: 5, wrap_up_seconds: 0 };
      await query
        .insertInto("queues")
        .values({ ...queue, ...settings, announce_seconds: 3_600, tag_priorities: ["vip 10"] })
        .execute();
      const members = ["dev", "ines"].map((handle) => ({ phone_id: demoPerson(handle).id, available: true }));
      await query
        .insertInto("queue_members")
        .values(members.map((member) => ({ ...member, queue_id: QUEUE })))
        .execute();
      await query
        .insertInto("inbound_numbers")
        .values({ customer_id: HARBORLIGHT, number: PUBLIC, dtype: "queue", dnumber: "321" })
        .execute();
    },
  });
  carrier = await world.carrier({
    behaviorOf: () =>
      refusal === undefined
        ? { kind: "answers", afterMs: 300, voice: { kind: "tone", hz: 900 } }
        : { kind: "refuses", status: refusal },
  });
  await world.change(async (query) => {
    await query
      .insertInto("trunks")
      .values({ id: "main", host: "127.0.0.1", port: carrier.port, registers: true, register_seconds: 60 })
      .execute();
    await query
      .updateTable("dial_plans")
      .set({ trunk_ids: ["main"] })
      .where("customer_id", "=", HARBORLIGHT)
      .execute();
  });
  await vi.waitFor(() => expect(carrier.isConnected).toBe(true), { timeout: 20_000 });
});
afterEach(async () => {
  refusal = undefined;
  for (const call of carrier.calls) call.hangUp();
  await world.stopPhones();
  await world.isAtRest();
});
afterAll(() => world.close());

/** Agnes calls the queue, presses 1 and hangs up when she has understood. */
async function asksForCallback(): Promise<OutsideCall> {
  const voice = { kind: "tone", hz: 900 } as const;
  const call = await carrier.call({ from: AGNES, to: PUBLIC, name: "Agnes", voice, keys: "1" });
  await vi.waitFor(async () => expect(await kept()).toHaveLength(1), { timeout: 10_000 });
  call.hangUp();
  return call;
}

const kept = () =>
  world.server.database.query
    .selectFrom("queue_callbacks")
    .select(["call_id", "number", "failures"])
    .where("queue_id", "=", QUEUE)
    .execute();

async function recorded(since: number): Promise<string[]> {
  const rows = await world.server.database.query
    .selectFrom("queue_records")
    .select("type")
    .where("queue_id", "=", QUEUE)
    .where("call_id", "is not", null)
    .where("at", ">=", new Date(since))
    .orderBy("id")
    .execute();
  return rows.map(({ type }) => type);
}

const waiting = async (handle: string) => {
  const client = await world.client(handle);
  const { queues } = await client<QueueStatuses>("GET", "/queue/status");
  return queues.find(({ queue_id }) => queue_id === QUEUE)?.waiting;
};

test("[CBK3] [CBK7] a callback outlasts a restart, rings at an agent, and both talk", async () => {
  const since = Date.now();
  const asked = await asksForCallback();
  await world.server.restart();
  await world.server.app.start();
  expect(await waiting("dev")).toMatchObject([{ number: AGNES, is_callback: true, position: 1 }]);
  const calls = carrier.calls.length;
  const dev = await world.phone("dev", 800);
  const call = await dev.rings();
  call.answer();
  await vi.waitFor(() => expect(carrier.calls.length).toBe(calls + 1), { timeout: 10_000 });
  expect(carrier.calls.at(-1)).toMatchObject({ from: AGNES, to: PUBLIC });
  await call.hears(900);
  call.hangUp();
  await vi.waitFor(async () => expect(await kept()).toEqual([]), { timeout: 10_000 });
  await world.server.app.phonesSettled();
  expect(await recorded(since)).toEqual([
    ...["entered", "callbackAsked", "offered", "callbackTaken", "answered", "ended"],
  ]);
  const [record] = await world.records("dev", since);
  expect(record).toMatchObject({ queue_id: QUEUE, status: "answer", number: AGNES, dir: "in" });
  const client = await world.client("dev");
  const { queue_steps } = await client<CallRecordDetails>("GET", `/phone/cdr?id=${record!.id}`);
  expect(queue_steps.map(({ type }) => type)).toEqual([
    ...["entered", "callbackAsked", "offered", "callbackTaken", "answered"],
  ]);
  expect(asked.state).toBe("ended");
});

test("[TAG1] [TAG5] a shared contact's tag puts the caller first, and a changed one counts for the next call", async () => {
  const [other, vip] = ["12125550182", "12125550183"];
  const voice = { kind: "echo" } as const;
  const maya = await world.client("maya");
  const saveTags = (tags: string, id?: number): Promise<{ id: number }> =>
    maya("PUT", "/contact", { id, fname: "Vera", mobile: vip, public: true, tags });
  const { id } = await saveTags("Gold, VIP");
  const calls = [await carrier.call({ from: other, to: PUBLIC, voice })];
  await vi.waitFor(async () => expect(await waiting("dev")).toHaveLength(1), { timeout: 10_000 });
  calls.push(await carrier.call({ from: vip, to: PUBLIC, voice }));
  const first = { number: `+${vip}`, position: 1, priority: 10, tag: "vip" };
  const second = { number: `+${other}`, position: 2, priority: 0, tag: null };
  await vi.waitFor(async () => expect(await waiting("dev")).toMatchObject([first, second]), {
    timeout: 10_000,
  });
  for (const call of calls) call.hangUp();
  await vi.waitFor(async () => expect(await waiting("dev")).toEqual([]), { timeout: 10_000 });
  await saveTags("Gold", id);
  await carrier.call({ from: vip, to: PUBLIC, voice });
  await vi.waitFor(async () => expect(await waiting("dev")).toHaveLength(1), { timeout: 10_000 });
  expect(await waiting("dev")).toMatchObject([{ number: `+${vip}`, priority: 0, tag: null }]);
});

test("[CBK4] [CBK6] who is busy stays in line as a missed call, and an agent may cancel", async () => {
  const since = Date.now();
  const voice = { kind: "echo" } as const;
  const impatient = await carrier.call({ from: "12125550187", to: PUBLIC, voice, givesUpAfterMs: 3_000 });
  await asksForCallback();
  expect(impatient.state).toBe("ended");
  expect(await recorded(since)).toContain("abandoned");
  refusal = 486;
  const dev = await world.phone("dev", 800);
  const call = await dev.rings();
  call.answer();
  await call.hasEnded("remoteBye");
  await vi.waitFor(async () => expect(await kept()).toMatchObject([{ failures: 1 }]), { timeout: 10_000 });
  await world.server.app.phonesSettled();
  expect((await world.records("dev", since))[0]).toMatchObject({ number: AGNES, answered_at: null });
  const [caller] = (await waiting("dev"))!;
  const stranger = await world.client("maya");
  const path = `/queue/callback?callid=${caller!.callid}`;
  const agent = await world.client("dev");
  expect(await agent("DELETE", path)).toEqual({});
  await expect(stranger("DELETE", path)).rejects.toThrow("no longer waits");
  expect(await waiting("dev")).toEqual([]);
  await vi.waitFor(async () => expect(await kept()).toEqual([]), { timeout: 10_000 });
  expect((await recorded(since)).slice(-2)).toEqual(["callbackFailed", "callbackDropped"]);
  const acts = await world.server.database.query.selectFrom("queue_acts").selectAll().execute();
  expect(acts).toMatchObject([{ act: "cancelCallback", queue_id: QUEUE, call_id: caller!.callid }]);
});
