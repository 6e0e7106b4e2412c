import { expect, test } from "vitest";
import type { CompanyConfig, QueueAgent, QueueConfig } from "../dialplan/company-config.ts";
import type { QueueStatus } from "../pbx-events.ts";
import type { QueueRecord } from "../queues/queue-records.ts";
import { leftovers, NOTHING, worldWith } from "../testing/calling.ts";
import type { PbxWorld } from "../testing/pbx-world.ts";
import { anEndpoint, aQueue } from "../testing/test-company.ts";

const agent = (extension: string, changes: Partial<QueueAgent> = {}): QueueAgent => ({
  endpointId: `phone-${extension}`,
  isLoggedIn: true,
  ...changes,
});
const SUPPORT = aQueue({ agents: [agent("102")], wrapUpMs: 0, ringTimeoutMs: 5_000 });
const SALES = aQueue({ ...SUPPORT, id: "sales", extension: "302", name: "Sales" });

interface Watched {
  readonly world: PbxWorld;
  readonly records: QueueRecord[];
  readonly told: QueueStatus[];
}

function watched(...queues: readonly QueueConfig[]): Watched {
  const endpoints = ["101", "102", "103", "104"].map((extension) => anEndpoint(extension));
  const world = worldWith({ endpoints, queues });
  const records: QueueRecord[] = [];
  const told: QueueStatus[] = [];
  world.pbx.on("queueRecorded", (record) => records.push(record));
  world.pbx.on("queueChanged", (status) => told.push(status));
  return { world, records, told };
}

function change({ world }: Watched, changes: Partial<CompanyConfig>): void {
  world.company = { ...world.company, ...changes };
  world.pbx.reload();
}

/** How the agent looked, one word for each time that people were told of it. */
const statesOf = ({ told }: Watched): readonly string[] =>
  told.map(({ agents }) => agents.find(({ endpointId }) => endpointId === "phone-102")?.state ?? "none");
const typesOf = ({ records }: Watched): readonly string[] => records.map(({ type }) => type);
const onlyWaiting = ({ world }: Watched, queueId = "queue"): string =>
  world.pbx.queues.status(queueId)?.waiting[0]?.callId ?? "";

test("[QUE26] [QUE30] an agent of two queues has one call at a time, and each state is told once", async () => {
  const floor = watched(SUPPORT, SALES);
  const { world, records } = floor;
  const [anna, cleo] = [await world.phone("101"), await world.phone("103")];
  const ben = await world.phone("102");
  anna.dial("301");
  await world.run(20);
  cleo.dial("302");
  await world.run(20);
  expect(ben.calls).toHaveLength(1);
  ben.answer();
  await world.run(4_000);
  expect(ben.calls).toHaveLength(1);
  anna.hangUp();
  await world.run(20);
  expect(ben.calls).toHaveLength(2);
  cleo.hangUp();
  await world.run(20);
  const ofSupport = { ...floor, told: floor.told.filter(({ queueId }) => queueId === "queue") };
  const states = statesOf(ofSupport).filter((state, at, all) => state !== all[at - 1]);
  expect(states).toEqual(["idle", "ringing", "busy", "ringing", "idle"]);
  const answered = records.find(({ type }) => type === "answered");
  expect(answered).toMatchObject({ companyId: "company", queueId: "queue", endpointId: "phone-102" });
  expect(typesOf(floor).toSorted()).toEqual(
    ["abandoned", "answered", "ended", "entered", "entered", "offered", "offered"].toSorted(),
  );
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[QUE28] a missed offer tells why, and the agent is paused until they resume", async () => {
  const floor = watched({ ...SUPPORT, pausesAfterMissed: true });
  const { world, records } = floor;
  const anna = await world.phone("101");
  const ben = await world.phone("102");
  anna.dial("301");
  await world.run(6_000);
  expect(records.slice(-2)).toMatchObject([
    { type: "missed", reason: "noAnswer", endpointId: "phone-102" },
    { type: "paused", reason: "Missed a call" },
  ]);
  expect(world.pbx.queues.status("queue")?.agents).toMatchObject([
    { state: "paused", reason: "Missed a call" },
  ]);
  await world.run(10_000);
  expect(ben.calls).toHaveLength(1);
  expect(world.pbx.queues.resume("company", "phone-102").isDone).toBe(true);
  await world.run(20);
  ben.decline();
  await world.run(20);
  expect(records.slice(-2)).toMatchObject([{ type: "missed", reason: "declined" }, { type: "paused" }]);
  anna.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[QUE30] login, pause, do not disturb, a direct call and a lost device are told, and reloads without news are not", async () => {
  const floor = watched(SUPPORT);
  const { world, told } = floor;
  const ben = await world.phone("102");
  const list = (changes: Partial<QueueAgent>): void =>
    change(floor, { queues: [{ ...SUPPORT, agents: [agent("102", changes)] }] });
  list({ isLoggedIn: false });
  list({ pausedReason: "Lunch" });
  list({});
  const disturbed = (isDoNotDisturb: boolean): void =>
    change(floor, {
      endpoints: world.company.endpoints.map((each) =>
        each.id === "phone-102" ? { ...each, isDoNotDisturb } : each,
      ),
    });
  disturbed(true);
  disturbed(false);
  const before = told.length;
  world.pbx.reload();
  expect(told).toHaveLength(before);
  const anna = await world.phone("101");
  anna.dial("102");
  await world.run(20);
  ben.ring();
  await world.run(20);
  anna.hangUp();
  await world.run(20);
  world.vanish("102-1");
  await world.run(20);
  expect(statesOf(floor)).toEqual([
    "idle",
    "loggedOut",
    "paused",
    "idle",
    "unreachable",
    "idle",
    "busy",
    "idle",
    "unreachable",
  ]);
  expect(typesOf(floor)).toEqual(["signedOut", "signedIn", "paused", "resumed"]);
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[QUE31] [QUE32] callers are taken out of turn, moved while agents ring, and sent to a mailbox", async () => {
  const floor = watched({ ...SUPPORT, canChoose: true }, { ...SALES, agents: [] });
  const { world, records } = floor;
  const [anna, cleo] = [await world.phone("101"), await world.phone("103")];
  const ben = await world.phone("102");
  anna.dial("301");
  await world.run(20);
  ben.ring();
  await world.run(20);
  expect(world.pbx.queues.moveToQueue(onlyWaiting(floor), "sales").isDone).toBe(true);
  await world.run(20);
  expect(ben.call.state).toBe("ended");
  expect(records.slice(-2)).toMatchObject([
    { type: "moved", queueId: "queue", toQueueId: "sales" },
    { type: "entered", queueId: "sales" },
  ]);
  expect(world.legOf("101").playing?.sources).toEqual([{ kind: "music" }]);
  const inSales = onlyWaiting(floor, "sales");
  expect(world.pbx.queues.take(inSales, "phone-102")).toMatchObject({ refusal: "wrongState" });
  expect(world.pbx.queues.send(inSales, { kind: "mailbox", id: "nowhere" })).toMatchObject({
    refusal: "notAllowed",
  });
  expect(world.pbx.queues.send(inSales, { kind: "endpoint", id: "phone-104" }).isDone).toBe(true);
  await world.run(20);
  expect(records.at(-1)).toMatchObject({ type: "moved", queueId: "sales" });
  // A second caller while the agent is in wrap-up.
  change(floor, { queues: [{ ...SUPPORT, canChoose: true, wrapUpMs: 60_000 }] });
  cleo.dial("301");
  await world.run(20);
  ben.answer();
  await world.run(20);
  ben.hangUp();
  await world.run(20);
  cleo.dial("301");
  await world.run(3_000);
  expect(ben.call.state).toBe("ended");
  expect(world.pbx.queues.take(onlyWaiting(floor), "phone-102").isDone).toBe(true);
  await world.run(20);
  ben.answer();
  await world.run(20);
  expect(world.legOf("103").bridgeId).toBe(world.legOf("102").bridgeId);
  cleo.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[QUE32] a caller who is parked can be fetched, and waits again when nobody does", async () => {
  const floor = watched({ ...SUPPORT, agents: [] });
  const { world, records } = floor;
  const [anna, cleo] = [await world.phone("101"), await world.phone("103")];
  anna.dial("301");
  await world.run(20);
  const callId = onlyWaiting(floor);
  expect(world.pbx.queues.send(callId, { kind: "park", slot: 799 })).toMatchObject({ refusal: "noFreeSlot" });
  expect(world.pbx.queues.send(callId, { kind: "park", slot: 702 }).isDone).toBe(true);
  await world.run(20);
  expect(world.pbx.commands.calls("company")).toMatchObject([{ phase: "parked", parkedSlot: 702 }]);
  cleo.dial("301");
  await world.run(20);
  expect(world.pbx.queues.send(onlyWaiting(floor), { kind: "park", slot: 702 })).toMatchObject({
    refusal: "noFreeSlot",
  });
  await world.run(61_000);
  expect(world.pbx.queues.status("queue")?.waiting.map((caller) => caller.callId)).toContain(callId);
  expect(records.filter((record) => "callId" in record && record.callId === callId)).toMatchObject([
    { type: "entered" },
    { type: "moved" },
    { type: "entered" },
  ]);
  expect(world.pbx.queues.send(callId, { kind: "park" }).isDone).toBe(true);
  await world.run(20);
  cleo.hangUp();
  await world.run(20);
  cleo.dial("701");
  await world.run(20);
  expect(world.legOf("101").bridgeId).toBe(world.legOf("103").bridgeId);
  anna.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[QUE31] the status tells who can be taken, and of a pause that begins after the call", async () => {
  const floor = watched({ ...SUPPORT, canChoose: true });
  const { world, told } = floor;
  const anna = await world.phone("101");
  const ben = await world.phone("102");
  anna.dial("301");
  await world.run(20);
  const now = () => world.pbx.queues.status("queue");
  expect(now()?.waiting).toMatchObject([{ canBeTaken: false }]);
  await world.run(5_100);
  expect(now()?.waiting).toMatchObject([{ canBeTaken: true }]);
  expect(told.at(-1)).toEqual(now());
  await world.run(2_000);
  ben.answer();
  await world.run(20);
  change(floor, { queues: [{ ...SUPPORT, agents: [agent("102", { pausedReason: "Lunch" })] }] });
  const call = { callId: expect.any(String), queueId: "queue", waitMs: expect.any(Number) };
  expect(now()?.agents).toMatchObject([{ state: "busy", reason: "Lunch", call }]);
  expect(told.at(-1)).toEqual(now());
  anna.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[QUE27] a wrap-up of before a restart goes on, and one that is over does not", async () => {
  const floor = watched(SUPPORT);
  const { world } = floor;
  await world.phone("102");
  const untilMs = world.clock.now() + 10_000;
  const wrapUp = { queueId: "queue", endpointId: "phone-102" };
  world.pbx.queues.restoreWrapUp("company", { ...wrapUp, untilMs: world.clock.now() - 1 });
  expect(world.pbx.queues.status("queue")?.agents).toMatchObject([{ state: "idle" }]);
  world.pbx.queues.restoreWrapUp("company", { ...wrapUp, untilMs });
  expect(world.pbx.queues.status("queue")?.agents).toMatchObject([{ state: "wrapUp", untilMs }]);
  await world.run(10_100);
  expect(world.pbx.queues.status("queue")?.agents).toMatchObject([{ state: "idle" }]);
  expect(typesOf(floor)).toEqual(["ready"]);
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[QUE33] whoever is turned away at the door has entered and overflowed, with the reason", async () => {
  const always = { days: [0, 1, 2, 3, 4, 5, 6], fromMinute: 0, toMinute: 1_440 };
  const cases: readonly [Partial<QueueConfig>, string][] = [
    [{ agents: [], leavesWhenEmpty: true }, "nobodySignedIn"],
    [{ agents: [agent("102", { pausedReason: "Lunch" })], leavesWhenPaused: true }, "everyonePaused"],
    [{ maxWaiting: 0 }, "full"],
    [{ hours: [{ ...always, toMinute: 0 }] }, "closed"],
  ];
  for (const [changes, reason] of cases) {
    const floor = watched({ ...SUPPORT, ...changes, overflow: { kind: "endpoint", id: "phone-104" } });
    const { world, records } = floor;
    const anna = await world.phone("101");
    const dora = await world.phone("104");
    anna.dial("301");
    await world.run(20);
    expect(dora.call.state).toBe("ringing");
    expect(records).toMatchObject([{ type: "entered" }, { type: "overflowed", reason, waitMs: 0 }]);
    anna.hangUp();
    expect(await leftovers(world)).toEqual(NOTHING);
  }
});

test("[QUE37] within its hours a queue takes callers", async () => {
  const always = { days: [0, 1, 2, 3, 4, 5, 6], fromMinute: 0, toMinute: 1_440 };
  const floor = watched({ ...SUPPORT, hours: [always] });
  const anna = await floor.world.phone("101");
  anna.dial("301");
  await floor.world.run(20);
  expect(anna.call.state).toBe("talking");
  anna.hangUp();
  expect(await leftovers(floor.world)).toEqual(NOTHING);
});

test("[QUE40] a caller who is moved goes on waiting for those who look, and begins anew for the queue", async () => {
  const floor = watched({ ...SUPPORT, agents: [] }, SALES);
  const { world, records } = floor;
  const anna = await world.phone("101");
  anna.dial("301");
  await world.run(20);
  const since = world.pbx.queues.status("queue")!.waiting[0]!.since;
  await world.run(30_000);
  expect(world.pbx.queues.moveToQueue(onlyWaiting(floor), "sales").isDone).toBe(true);
  await world.run(20);
  expect(world.pbx.queues.status("sales")?.waiting).toMatchObject([{ since }]);
  await world.run(10_000);
  const ben = await world.phone("102");
  await world.run(20);
  ben.answer();
  await world.run(20);
  const [agent] = world.pbx.queues.status("sales")!.agents;
  expect(Math.floor((agent?.call?.waitMs ?? 0) / 1_000)).toBe(40);
  const answered = records.find((record) => record.type === "answered");
  expect(answered).toMatchObject({ queueId: "sales" });
  expect(Math.floor((answered as { waitMs: number }).waitMs / 1_000)).toBe(10);
  anna.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});
