import type { CallRecord, DispatchBoard, Task } from "@offhook/contract";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { PhoneWorld } from "../testing/phone-world.ts";

let world: PhoneWorld;

beforeAll(async () => {
  world = await PhoneWorld.start({ devices: ["maya", "dev", "lena", "aisha"] });
});
afterEach(async () => {
  await world.stopPhones();
  await world.isAtRest();
});
afterAll(() => world.close());

const board = async (): Promise<DispatchBoard> => (await world.client("maya"))("GET", "/dispatch");
const channelAt = async (phone: string): Promise<string> =>
  (await board()).calls.find((call) => call.phone === phone && call.dir === "in")?.channel ?? "";
const send = async (channel: string, destination: object): Promise<unknown> =>
  (await world.client("maya"))("POST", "/dispatch/send", { channel, destination });

test("[DISP1] the board has lines with their devices, live calls, slots and boxes", async () => {
  const [aisha, dev] = [await world.phone("aisha", 700), await world.phone("dev", 800)];
  const call = await aisha.dial("102");
  await dev.rings();
  const { lines, calls, slots, boxes } = await board();
  const lineOf = (name: string) => lines.find(({ phone }) => phone === name);
  expect(lineOf("dev")).toMatchObject({ user_id: 2, extension: "102", dnd: false, devices: ["phone"] });
  expect(lineOf("lena")?.devices).toEqual([]);
  expect(calls.map(({ phone, status }) => [phone, status]).toSorted()).toEqual([
    ["aisha", "calling"],
    ["dev", "ringing"],
  ]);
  expect(slots[0]).toBe(701);
  expect(boxes.map(({ name }) => name)).toContain("101");
  call.hangUp();
});

test("[DISP2] a ringing and a live call are sent to a colleague, and the list of acts tells of it", async () => {
  const [aisha, dev] = [await world.phone("aisha", 700), await world.phone("dev", 800)];
  const lena = await world.phone("lena", 900);
  const call = await aisha.dial("102");
  await dev.rings();
  await send(await channelAt("dev"), { type: "extension", extension: "105" });
  const first = await lena.rings();
  first.answer();
  await call.hears(900);
  await send(await channelAt("lena"), { type: "line", phone: "dev" });
  await first.hasEnded("remoteBye");
  const second = await dev.takeCall();
  await second.hears(700);
  call.hangUp();
  const acts = await world.server.database.query
    .selectFrom("queue_acts")
    .select(["user_name", "act", "phone", "detail"])
    .orderBy("id")
    .execute();
  expect(acts).toEqual([
    { user_name: "Maya Okafor", act: "send", phone: "dev", detail: "Extension 105" },
    { user_name: "Maya Okafor", act: "send", phone: "lena", detail: "Line dev" },
  ]);
});

test("[DISP3] a call is parked in a free slot only; what is gone or has no place is refused", async () => {
  const [aisha, dev] = [await world.phone("aisha", 700), await world.phone("dev", 800)];
  const maya = await world.phone("maya", 750);
  const call = await aisha.dial("102");
  await dev.rings();
  const channel = await channelAt("dev");
  await send(channel, { type: "park", slot: 702 });
  await call.hearsMusic();
  await expect(send(channel, { type: "line", phone: "lena" })).rejects.toThrow(/somewhere else/);
  const other = await maya.dial("102");
  await dev.rings();
  const next = await channelAt("dev");
  await expect(send(next, { type: "park", slot: 702 })).rejects.toThrow(/parked there/);
  await expect(send(next, { type: "extension", extension: "911" })).rejects.toThrow(/cannot be sent/);
  call.hangUp();
  other.hangUp();
});

test("[DISP2] [DISP3] a parked call is moved to a free slot and to a colleague, and the list of acts names its slot", async () => {
  const [aisha, dev] = [await world.phone("aisha", 700), await world.phone("dev", 800)];
  const lena = await world.phone("lena", 900);
  const call = await aisha.dial("102");
  await dev.rings();
  await send(await channelAt("dev"), { type: "park", slot: 702 });
  await call.hearsMusic();
  const parked = async () => (await board()).calls.find(({ status }) => status === "parked");
  const channel = (await parked())?.channel ?? "";
  await expect(send(channel, { type: "park", slot: 702 })).rejects.toThrow(/parked there/);
  await expect(send(channel, { type: "park", slot: 9 })).rejects.toThrow(/cannot be sent/);
  await send(channel, { type: "park", slot: 703 });
  expect(await parked()).toMatchObject({ park_slot: 703, phone: "aisha" });
  await send(channel, { type: "line", phone: "lena" });
  const taken = await lena.takeCall();
  await taken.hears(700);
  call.hangUp();
  const acts = await world.server.database.query
    .selectFrom("queue_acts")
    .select(["phone", "detail"])
    .where("detail", "like", "%from parking slot%")
    .orderBy("id")
    .execute();
  expect(acts).toEqual([
    { phone: null, detail: "Parking slot 703 (from parking slot 702)" },
    { phone: null, detail: "Line lena (from parking slot 703)" },
  ]);
});

test("[DISP11] who assigns a task to a colleague is in the list of acts, once", async () => {
  const maya = await world.client("maya");
  const uuid = crypto.randomUUID();
  const task = await maya<Task>("POST", "/task", {
    uuid,
    source: "own",
    source_id: uuid,
    note: "Order gloves",
  });
  const assign = () => maya<Task>("POST", "/dispatch/assign", { phone: "dev", task_id: task.id });
  expect(await assign()).toMatchObject({ assigned_to: 2 });
  await assign();
  const acts = await world.server.database.query
    .selectFrom("queue_acts")
    .select(["user_name", "phone", "detail"])
    .where("act", "=", "assign")
    .execute();
  expect(acts).toEqual([{ user_name: "Maya Okafor", phone: "dev", detail: "a task" }]);
  await expect(maya("POST", "/dispatch/assign", { phone: "nobody", task_id: task.id })).rejects.toThrow(
    /No one has this line/,
  );
});

test("[DISP11] a missed call is assigned to a colleague who does not have the line, in words; once, however often it is sent", async () => {
  const aisha = await world.phone("aisha", 700);
  const maya = await world.client("maya");
  const phone = await world.phone("maya", 600);
  const call = await aisha.dial("101");
  await phone.rings();
  call.hangUp();
  const missed = async () =>
    (await maya<CallRecord[]>("GET", "/phone/cdrs?filter=missed")).find(({ number }) => number === "106")?.id;
  await expect.poll(missed).toBeDefined();
  const callId = await missed();
  const uuid = crypto.randomUUID();
  const assign = (line: string, key: string) =>
    maya<Task>("POST", "/dispatch/assign", {
      phone: line,
      call_id: callId,
      uuid: key,
      note: "Call back Aisha",
    });
  const given = { assigned_to: 2, source: "own", source_detail_id: callId, note: "Call back Aisha" };
  const task = await assign("dev", uuid);
  expect(task).toMatchObject(given);
  expect(await assign("dev", uuid)).toMatchObject({ id: task.id });
  const dev = await world.client("dev");
  expect(await dev<Task>("GET", `/task/source?source=own&source_id=${uuid}`)).toMatchObject(given);
  // Who has the line sees the call itself.
  expect(await assign("maya", crypto.randomUUID())).toMatchObject({ source: "call", source_id: callId });
  await expect(dev("POST", "/dispatch/assign", { phone: "maya", call_id: callId, uuid })).rejects.toThrow();
});

test("[DISP4] only supervisors see the board or move calls of others", async () => {
  const dev = await world.client("dev");
  await expect(dev("GET", "/dispatch")).rejects.toThrow();
  await expect(
    dev("POST", "/dispatch/send", { channel: "x", destination: { type: "park" } }),
  ).rejects.toThrow();
});
