import { expect, test } from "vitest";
import type { SavedWaitingCall } from "../ports/waiting-call-store.ts";
import type { QueueRecord } from "../queues/queue-records.ts";
import { leftovers, NOTHING } from "../testing/calling.ts";
import { PbxWorld } from "../testing/pbx-world.ts";
import type { ScriptedPhone } from "../testing/scripted-phone.ts";
import { aCompany, anEndpoint, aQueue } from "../testing/test-company.ts";

const MUSIC = [{ kind: "music" }];
const agents = ["102", "105"].map((extension) => ({ endpointId: `phone-${extension}`, isLoggedIn: true }));
const company = aCompany({
  endpoints: ["101", "102", "103", "104", "105"].map((extension) => anEndpoint(extension)),
  queues: [aQueue({ agents, wrapUpMs: 0, ringTimeoutMs: 5_000 })],
});

interface Waiting {
  readonly world: PbxWorld;
  readonly callers: readonly ScriptedPhone[];
  readonly callIds: readonly string[];
}

const newWorld = (before?: PbxWorld): PbxWorld =>
  new PbxWorld({ company, keepsWaiting: true, ...(before && { before }) });

const waitingIn = (world: PbxWorld): readonly string[] =>
  world.pbx.queues.status("queue")?.waiting.map(({ callId }) => callId) ?? [];

/** They call the queue one after the other; nobody is there to take them. */
async function waiting(kind: "phone" | "browser", ...extensions: readonly string[]): Promise<Waiting> {
  const world = newWorld();
  const callers: ScriptedPhone[] = [];
  for (const extension of extensions) {
    const caller = await world.phone(extension, kind);
    caller.dial("301");
    await world.run(1_000);
    callers.push(caller);
  }
  return { world, callers, callIds: waitingIn(world) };
}

/** As they come back from where they were kept. */
const kept = (world: PbxWorld): SavedWaitingCall[] =>
  JSON.parse(JSON.stringify([...world.waiting.values()])) as SavedWaitingCall[];

interface After {
  readonly world: PbxWorld;
  readonly records: QueueRecord[];
}

/** Another process in the place of one that has ended. */
async function resumed(before: PbxWorld, prepare: (world: PbxWorld) => void = () => {}): Promise<After> {
  const saved = kept(before);
  before.die();
  const world = newWorld(before);
  const records: QueueRecord[] = [];
  world.pbx.on("queueRecorded", (record) => records.push(record));
  prepare(world);
  await world.pbx.resume(saved);
  return { world, records };
}

const callRecords = (records: readonly QueueRecord[]): readonly string[] =>
  records.flatMap((record) => ("callId" in record ? [record.type] : []));

test("[QRES1] [QRES2] callers of a killed process wait on in their order, hear music, and are answered", async () => {
  const { world: before, callers, callIds } = await waiting("phone", "101", "103", "104");
  expect(before.pbx.queues.moveToFront(callIds[2]!).isDone).toBe(true);
  await before.run(100);
  const order = waitingIn(before);
  const since = before.pbx.queues.status("queue")?.waiting.map((each) => each.since);
  const { world, records } = await resumed(before);
  await world.run(100);
  expect(waitingIn(world)).toEqual(order);
  expect(order[0]).toBe(callIds[2]);
  expect(world.pbx.queues.status("queue")?.waiting.map((each) => each.since)).toEqual(since);
  for (const number of ["101", "103", "104"]) expect(world.legOf(number).playing?.sources).toEqual(MUSIC);
  expect(callers.map(({ call }) => call.state)).toEqual(["talking", "talking", "talking"]);
  expect(callRecords(records)).toEqual([]);
  const ben = await world.phone("102");
  ben.answer();
  await world.run(50);
  expect(world.legOf("104").bridgeId).toBe(world.legOf("102").bridgeId);
  callers[2]!.hangUp();
  await world.run(50);
  for (const caller of callers.slice(0, 2)) caller.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
  expect(world.waiting.size).toBe(0);
  expect(callRecords(records).filter((type) => type === "answered" || type === "abandoned")).toHaveLength(3);
  // One entry in the history for each of them, and the agent's.
  expect(world.closed.filter(({ endpointId }) => endpointId === "phone-101")).toMatchObject([
    { callId: callIds[0], status: "answer", cause: "hungUp" },
  ]);
});

test("[QRES3] a caller who hung up meanwhile has left, and agents ring only for those who are there", async () => {
  const { world: before, callers, callIds } = await waiting("phone", "101", "103");
  const saved = kept(before);
  before.die();
  callers[0]!.hangUp();
  const world = newWorld(before);
  const records: QueueRecord[] = [];
  world.pbx.on("queueRecorded", (record) => records.push(record));
  const ben = await world.phone("102");
  await world.pbx.resume(saved);
  await world.run(20);
  expect(records).toContainEqual(expect.objectContaining({ type: "offered", callId: callIds[1] }));
  expect(records).not.toContainEqual(expect.objectContaining({ type: "offered", callId: callIds[0] }));
  // A line is kept for a while for a device that may come back to it.
  await world.run(31_000);
  expect(records).toContainEqual(expect.objectContaining({ type: "abandoned", callId: callIds[0] }));
  ben.decline();
  callers[1]!.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[QRES4] where the old port is taken, the far end learns of another; one that refuses it is let go", async () => {
  for (const isRefused of [false, true]) {
    const { world: before, callers } = await waiting("phone", "101");
    const offers: string[] = [];
    callers[0]!.judgeOffer = (offer) => {
      offers.push(offer);
      return isRefused ? 488 : undefined;
    };
    const port = kept(before)[0]!.leg!.audio.port;
    const { world } = await resumed(before, ({ media }) => media.takenPorts.add(port));
    await world.run(100);
    expect(offers).toHaveLength(1);
    expect(offers[0]).not.toContain(`m=audio ${port} `);
    expect(callers[0]!.call.state).toBe(isRefused ? "ended" : "talking");
    if (!isRefused) callers[0]!.hangUp();
    expect(await leftovers(world)).toEqual(NOTHING);
  }
});

test("[QRES4] a far end that wants no new description on the old port stays", async () => {
  const { world: before, callers, callIds } = await waiting("phone", "101");
  callers[0]!.judgeOffer = () => 488;
  const { world, records } = await resumed(before);
  const ben = await world.phone("102");
  expect(records).toContainEqual(expect.objectContaining({ type: "offered", callId: callIds[0] }));
  ben.decline();
  callers[0]!.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[QRES5] a browser comes back to its place by itself, and is rung for from then on", async () => {
  const { world: before, callers, callIds } = await waiting("browser", "101", "103");
  const [anna] = callers;
  const { world, records } = await resumed(before);
  const ben = await world.phone("102");
  expect(waitingIn(world)).toEqual(callIds);
  expect(ben.calls).toEqual([]);
  world.connect(anna!, "101-1", "browser");
  anna!.register();
  await world.run(20);
  anna!.dial(`attach-${callIds[0]}`);
  await world.run(20);
  ben.answer();
  await world.run(20);
  expect(world.legOf("101").bridgeId).toBe(world.legOf("102").bridgeId);
  anna!.hangUp();
  await world.run(31_000);
  expect(records.filter(({ type }) => type === "abandoned")).toMatchObject([{ callId: callIds[1] }]);
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[QRES6] a server that stops says nothing to those who wait, and lets the agents' phones fall silent", async () => {
  const { world: before, callers, callIds } = await waiting("phone", "101", "103");
  const ben = await before.phone("102");
  ben.ring();
  await before.run(20);
  before.pbx.stop();
  await before.run(100);
  expect(ben.call.state).toBe("ended");
  expect(callers.map(({ call }) => call.state)).toEqual(["talking", "talking"]);
  expect(before.closed.map(({ endpointId }) => endpointId)).toEqual(["phone-102"]);
  expect([...before.waiting.keys()].toSorted()).toEqual([...callIds].toSorted());
  expect(before.pbx.counts).toMatchObject({ legs: 0, dialogs: 0 });
  const { world } = await resumed(before);
  await world.run(100);
  expect(waitingIn(world)).toEqual(callIds);
  for (const caller of callers) caller.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[QRES1] whoever has left the queue is not kept", async () => {
  const { world, callers } = await waiting("phone", "101", "103");
  expect(world.waiting.size).toBe(2);
  const ben = await world.phone("102");
  ben.answer();
  callers[1]!.hangUp();
  await world.run(100);
  expect(world.waiting.size).toBe(0);
  callers[0]!.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});
