import { expect, test } from "vitest";
import type { CompanyConfig, HuntGroupConfig, QueueAgent } from "../dialplan/company-config.ts";
import type { QueueRecord } from "../queues/queue-records.ts";
import { leftovers, NOTHING, worldWith } from "../testing/calling.ts";
import type { PbxWorld } from "../testing/pbx-world.ts";
import type { ScriptedPhone } from "../testing/scripted-phone.ts";
import { aHuntGroup, anEndpoint, aQueue } from "../testing/test-company.ts";

const EXTENSIONS = ["101", "102", "103", "104", "105"];
const line = (extension: string, isAvailable = true): HuntGroupConfig["lines"][number] => ({
  destination: { kind: "endpoint", id: `phone-${extension}` },
  level: 1,
  isAvailable,
});
/** Ben and Cleo, who has switched herself off. */
const FRONT_DESK = aHuntGroup({ lines: [line("102"), line("103", false)] });
const agent = (extension: string, changes: Partial<QueueAgent> = {}): QueueAgent => ({
  endpointId: `phone-${extension}`,
  isLoggedIn: true,
  ...changes,
});

interface Floor {
  readonly world: PbxWorld;
  readonly anna: ScriptedPhone;
  readonly ben: ScriptedPhone;
  readonly cleo: ScriptedPhone;
  readonly dora: ScriptedPhone;
  readonly records: QueueRecord[];
}

async function floorWith(changes: Partial<CompanyConfig> = {}): Promise<Floor> {
  const endpoints = EXTENSIONS.map((extension) => anEndpoint(extension));
  const world = worldWith({ endpoints, huntGroups: [FRONT_DESK], ...changes });
  const records: QueueRecord[] = [];
  world.pbx.on("queueRecorded", (record) => records.push(record));
  const [anna, ben] = [await world.phone("101"), await world.phone("102")];
  const [cleo, dora] = [await world.phone("103", "phone"), await world.phone("104")];
  return { world, anna, ben, cleo, dora, records };
}

async function dial({ world, ben }: Floor, phone: ScriptedPhone, number: string): Promise<void> {
  phone.dial(number);
  await world.run(20);
  // Nothing can be called off that has not said that it rings.
  if (ben.calls.at(-1)?.state === "ringing") ben.ring();
  await world.run(20);
}

const isTalking = ({ world }: Floor, one: string, other: string): boolean =>
  world.legOf(one).bridgeId !== undefined && world.legOf(one).bridgeId === world.legOf(other).bridgeId;

test.each([
  ["a call of the group", "401", "*8"],
  ["a colleague's own call", "102", "*8"],
  ["that of one extension", "102", "*8102"],
])("[HUNT6] %s is answered by who is in the group, and the phones stop", async (_what, called, code) => {
  const floor = await floorWith();
  const { world, anna, ben, cleo } = floor;
  await dial(floor, anna, called);
  await dial(floor, cleo, code);
  expect([anna.call.state, ben.call.state, cleo.call.state]).toEqual(["talking", "ended", "talking"]);
  expect(ben.call.reason).toContain('text="Call completed elsewhere"');
  expect(isTalking(floor, "101", "103")).toBe(true);
  anna.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
  expect(
    world.closed.map(({ endpointId, direction, status, number }) => [endpointId, direction, status, number]),
  ).toEqual([
    ["phone-102", "in", "elsewhere", "101"],
    ["phone-101", "out", "answer", called],
    ["phone-103", "in", "answer", "101"],
  ]);
});

test("[HUNT6] the call that has rung longest comes first", async () => {
  const floor = await floorWith();
  const { world, anna, cleo, dora } = floor;
  await dial(floor, dora, "102");
  await world.run(1_000);
  await dial(floor, anna, "401");
  await dial(floor, cleo, "*8");
  expect([dora.call.state, anna.call.state]).toEqual(["talking", "calling"]);
  dora.hangUp();
  anna.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[HUNT6] whoever is on call picks up though not in the group", async () => {
  const shifts = [{ endpointId: "phone-104", startsAt: 0, endsAt: Number.MAX_SAFE_INTEGER }];
  const floor = await floorWith({ huntGroups: [{ ...FRONT_DESK, onCall: { isAlone: false, shifts } }] });
  await dial(floor, floor.anna, "102");
  await dial(floor, floor.dora, "*8");
  expect(isTalking(floor, "101", "104")).toBe(true);
});

test.each<[string, (phones: Floor) => ScriptedPhone, string, Partial<CompanyConfig>]>([
  ["a line of no such group", ({ dora }) => dora, "*8", {}],
  ["the extension of another group", ({ dora }) => dora, "*8102", {}],
  ["an extension that does not ring", ({ cleo }) => cleo, "*8104", {}],
  [
    "the own call",
    ({ anna }) => anna,
    "*8",
    { huntGroups: [aHuntGroup({ lines: [line("101"), line("102")] })] },
  ],
  ["a blocked caller", ({ cleo }) => cleo, "*8", { endpoints: blocking("103", "101") }],
])("[HUNT8] [HUNT9] %s is refused, and it rings on", async (_what, whose, code, changes) => {
  const floor = await floorWith(changes);
  const { world, anna, ben } = floor;
  await dial(floor, anna, "102");
  const phone = whose(floor);
  const [ringing] = anna.calls;
  await dial(floor, phone, code);
  expect([phone.call.state, phone.call.news]).toEqual(["ended", "404"]);
  expect([ringing?.state, ben.call.state]).toEqual(["calling", "ringing"]);
  // Whoever could pick up nothing has no entry of it.
  expect(world.opened.filter(({ dialed }) => dialed.startsWith("*8"))).toEqual([]);
});

function blocking(extension: string, caller: string): CompanyConfig["endpoints"] {
  return EXTENSIONS.map((each) => anEndpoint(each, { blockedCallers: each === extension ? [caller] : [] }));
}

test("[HUNT9] of two who pick up at once the first gets the call", async () => {
  const floor = await floorWith({
    huntGroups: [aHuntGroup({ lines: [line("102"), line("103"), line("104")] })],
  });
  const { world, anna, ben, cleo, dora } = floor;
  await dial(floor, anna, "102");
  cleo.dial("*8");
  dora.dial("*8");
  await world.run(30);
  expect([cleo.call.state, dora.call.state].toSorted()).toEqual(["ended", "talking"]);
  expect([cleo.call.news, dora.call.news]).toContain("404");
  expect(ben.call.state).toBe("ended");
  anna.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[HUNT9] of a pickup and an answer at the same moment one wins", async () => {
  const floor = await floorWith();
  const { world, anna, ben, cleo } = floor;
  await dial(floor, anna, "102");
  cleo.dial("*8");
  ben.answer();
  await world.run(1_000);
  expect([ben.call.state, cleo.call.state].toSorted()).toEqual(["ended", "talking"]);
  expect(anna.call.state).toBe("talking");
  anna.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[HUNT9] a caller who hangs up at that moment is gone", async () => {
  const floor = await floorWith();
  const { world, anna, cleo } = floor;
  await dial(floor, anna, "102");
  anna.hangUp();
  cleo.dial("*8");
  await world.run(1_000);
  expect(cleo.call.state).toBe("ended");
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[HUNT7] an agent picks up for the queue and has the call in its records, with wrap-up", async () => {
  const queue = aQueue({
    agents: [agent("102"), agent("103", { penalty: 1 })],
    strategy: "longestIdle",
    ringTimeoutMs: 15_000,
    pausesAfterMissed: true,
  });
  const floor = await floorWith({ queues: [queue], huntGroups: [] });
  const { world, anna, ben, cleo, records } = floor;
  await dial(floor, anna, "301");
  expect(ben.call.state).toBe("ringing");
  await dial(floor, cleo, "*8");
  expect(isTalking(floor, "101", "103")).toBe(true);
  expect(ben.call.state).toBe("ended");
  await world.run(2_000);
  anna.hangUp();
  await world.run(30);
  expect(records.map((each) => `${each.type} ${"endpointId" in each ? each.endpointId : ""}`.trim())).toEqual(
    ["entered", "offered", "answered phone-103", "ended phone-103", "wrapUp phone-103"],
  );
  expect(world.closed.find(({ endpointId }) => endpointId === "phone-103")).toMatchObject({
    queueId: "queue",
    status: "answer",
  });
  expect(await leftovers(world)).toEqual(NOTHING);
});

test.each<[string, Partial<CompanyConfig>]>([
  ["who is not an agent, though in a group with one", { huntGroups: [FRONT_DESK] }],
  ["who is logged out", queueWith(agent("103", { isLoggedIn: false }))],
  ["who is paused", queueWith(agent("103", { pausedReason: "Lunch" }))],
  ["who lacks the skill", queueWith(agent("103"), ["spanish"])],
  ["who has blocked the caller", { ...queueWith(agent("103")), endpoints: blocking("103", "105") }],
])("[HUNT7] a caller of a queue is not picked up by an agent %s", async (_what, changes) => {
  const floor = await floorWith({ ...queueWith(), ...changes });
  const { world, ben, cleo } = floor;
  const caller = await world.phone("105");
  await dial(floor, caller, "2125550141");
  expect(ben.call.state).toBe("ringing");
  await dial(floor, cleo, "*8");
  expect([cleo.call.news, ben.call.state]).toEqual(["404", "ringing"]);
});

function queueWith(other?: QueueAgent, skills: readonly string[] = []): Partial<CompanyConfig> {
  const agents = [agent("102", { skills }), ...(other ? [{ ...other, penalty: 1 }] : [])];
  const destination = { kind: "queue", id: "queue", skills } as const;
  return {
    queues: [aQueue({ agents, strategy: "longestIdle" })],
    inboundNumbers: [{ number: "+12125550141", destination }],
  };
}
