import type { CallRecordDetails, QueueCall, SupervisionMode } from "@offhook/contract";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { demoPerson } from "../../demo/demo-people.ts";
import { PhoneWorld } from "../testing/phone-world.ts";

const HARBORLIGHT = 1;
const QUEUE = 22;
let world: PhoneWorld;

beforeAll(async () => {
  world = await PhoneWorld.start({
    devices: ["aisha", "dev", "grace"],
    async prepare({ database: { query } }) {
      const queue = { id: QUEUE, customer_id: HARBORLIGHT, name: "Supervised", extension: "322" };
      await query
        .insertInto("queues")
        .values({ ...queue, wrap_up_seconds: 0 })
        .execute();
      await query
        .insertInto("queue_members")
        .values({ queue_id: QUEUE, phone_id: demoPerson("dev").id, available: true })
        .execute();
    },
  });
});
afterEach(async () => {
  await world.stopPhones();
  await world.isAtRest();
});
afterAll(() => world.close());

/** Aisha calls the queue and talks with its agent Dev. */
async function aQueueCall() {
  const [aisha, dev] = [await world.phone("aisha", 700), await world.phone("dev", 800)];
  const call = await aisha.dial("322");
  const answered = await dev.takeCall();
  await answered.hears(700);
  const grace = await world.client("grace");
  const [talk] = await grace<QueueCall[]>("GET", "/queue/calls");
  const callid = talk?.callid ?? "";
  const supervise = (mode: SupervisionMode) => grace("POST", "/queue/supervise", { callid, mode });
  return { call, callid, supervise, grace };
}

/** What the entry of this person's line tells: who did what. */
async function toldTo(handle: string, since: number): Promise<string[]> {
  const [record] = await world.records(handle, since);
  const client = await world.client(handle);
  const { supervision } = await client<CallRecordDetails>("GET", `/phone/cdr?id=${record?.id}`);
  return supervision.map(({ name, act, seconds }) => `${name} ${act} ${seconds === null ? "?" : "a while"}`);
}

test("[SUP13] the agent reads who whispered and took over, not who listened unseen; the caller reads nothing", async () => {
  const since = Date.now();
  const { call, callid, supervise, grace } = await aQueueCall();
  const phone = await world.phone("grace", 900);
  await supervise("listen");
  const listening = await phone.takeCall();
  await listening.hears(700);
  await supervise("whisper");
  await grace("POST", "/queue/takeOver", { callid });
  await call.hears(900);
  call.hangUp();
  await listening.hasEnded("remoteBye");
  await world.server.app.phonesSettled();
  const shown = ["Grace Lin whisper a while", "Grace Lin takeOver a while"];
  await vi.waitFor(async () => expect(await toldTo("dev", since)).toEqual(shown), { timeout: 10_000 });
  expect(await toldTo("aisha", since)).toEqual([]);
  expect(await toldTo("grace", since)).toEqual(["Grace Lin listen a while", ...shown]);
});

test("[SUP13] where the company shows it the agent reads of listening too", async () => {
  await world.change(async (query) => {
    await query
      .updateTable("customers")
      .set({ supervision_notice: "shown" })
      .where("id", "=", HARBORLIGHT)
      .execute();
  });
  const since = Date.now();
  const { call, supervise } = await aQueueCall();
  const phone = await world.phone("grace", 900);
  await supervise("listen");
  const listening = await phone.takeCall();
  await listening.hears(700);
  call.hangUp();
  await listening.hasEnded("remoteBye");
  await world.server.app.phonesSettled();
  expect(await toldTo("dev", since)).toEqual(["Grace Lin listen a while"]);
  expect(await toldTo("aisha", since)).toEqual([]);
});
