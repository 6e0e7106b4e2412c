import { expect, test } from "vitest";
import type { CompanyConfig } from "../dialplan/company-config.ts";
import type { QueueStatus } from "../pbx-events.ts";
import type { SavedCallback } from "../ports/callback-store.ts";
import type { QueueRecord } from "../queues/queue-records.ts";
import { leftovers, NOTHING, worldWith } from "../testing/calling.ts";
import type { PbxWorld } from "../testing/pbx-world.ts";
import type { ScriptedPhone } from "../testing/scripted-phone.ts";
import { aQueue, aTrunk } from "../testing/test-company.ts";

const RETRY_MS = 120_000;
const PUBLIC = "+12125550141";
const AGNES = "+12125550199";
const QUEUE = aQueue({
  agents: [{ endpointId: "phone-101", isLoggedIn: true }],
  announceEveryMs: 10_000,
  ringTimeoutMs: 20_000,
  wrapUpMs: 0,
  callback: { retryAfterMs: RETRY_MS },
});
const OUTBOUND: CompanyConfig["outbound"] = {
  trunkIds: ["trunk"],
  isInternationalAllowed: false,
  blockedPrefixes: [],
  defaultCallerId: "+12125550110",
  dailySpendLimit: 100,
  maxConcurrentCalls: 5,
};

interface Watched {
  readonly world: PbxWorld;
  readonly records: QueueRecord[];
  readonly told: QueueStatus[];
}

function watched(outbound = OUTBOUND): Watched {
  const inboundNumbers = [{ number: PUBLIC, destination: { kind: "queue", id: "queue" } as const }];
  const world = worldWith({ queues: [QUEUE], inboundNumbers, outbound }, [aTrunk()]);
  const records: QueueRecord[] = [];
  const told: QueueStatus[] = [];
  world.pbx.on("queueRecorded", (record) => records.push(record));
  world.pbx.on("queueChanged", (status) => told.push(status));
  return { world, records, told };
}

const typesOf = ({ records }: Watched): readonly string[] => records.map(({ type }) => type);

/** Agnes calls while nobody is there, presses 1 and listens to the end. */
async function ask({ world }: Watched, callsAs = AGNES): Promise<void> {
  await world.run(20);
  world.carrier.callsAs = callsAs;
  world.carrier.dial(PUBLIC.slice(1));
  await world.run(12_000);
  world.carrier.pressByInfo("1");
  await world.run(20_000);
}

/** The agent has come, and Agnes' phone rings. */
async function takenBy(floor: Watched): Promise<ScriptedPhone> {
  const anna = await floor.world.phone("101");
  await floor.world.run(50);
  expect(anna.call.state).toBe("ringing");
  anna.answer();
  await floor.world.run(50);
  return anna;
}

test("[CBK2] [CBK3] a caller hangs up, keeps the place, and is called from the queue's number", async () => {
  const floor = watched();
  const { world, told } = floor;
  await ask(floor);
  expect(world.carrier.call.state).toBe("ended");
  expect(told.at(-1)?.waiting).toMatchObject([{ position: 1, callback: { number: AGNES } }]);
  const anna = await takenBy(floor);
  expect(anna.call.invite?.request.from.uri).toMatchObject({ user: AGNES });
  const { request } = world.carrier.call.invite!;
  expect(request.uri).toMatchObject({ user: AGNES });
  expect(request.headers.text("P-Asserted-Identity")).toBe(`<sip:${PUBLIC}@pbx.test>`);
  world.carrier.answer();
  await world.run(5_000);
  expect(anna.call.state).toBe("talking");
  anna.hangUp();
  await world.run(50);
  expect(typesOf(floor).filter((type) => type !== "signedIn")).toEqual([
    ...["entered", "callbackAsked", "offered", "callbackTaken", "answered", "ended"],
  ]);
  const leg = world.closed.find(({ endpointId }) => endpointId === "phone-101");
  expect(leg).toMatchObject({ status: "answer", number: AGNES, queueId: "queue", durationMs: 5_000 });
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[CBK4] whoever does not answer is called once more, then the callback ends with a word on why", async () => {
  const floor = watched();
  const { world, records } = floor;
  await ask(floor);
  const anna = await takenBy(floor);
  world.carrier.decline(486);
  await world.run(50);
  expect(anna.call.state).toBe("ended");
  expect(records.at(-1)).toMatchObject({ type: "callbackFailed", reason: "busy" });
  // Whoever tried finds a call that did not come about.
  expect(world.closed.find(({ endpointId }) => endpointId === "phone-101")).toMatchObject({
    ...{ status: "missed", number: AGNES, direction: "in" },
  });
  await world.run(RETRY_MS - 5_000);
  expect(anna.calls).toHaveLength(1);
  await world.run(6_000);
  expect(anna.calls).toHaveLength(2);
  anna.answer();
  await world.run(50);
  anna.hangUp();
  await world.run(50);
  expect(records.slice(-2)).toMatchObject([
    { type: "callbackFailed", reason: "hungUp" },
    { type: "callbackDropped", reason: "noAnswer" },
  ]);
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[CBK3] an agent who does not answer is rung again, and so is nobody else at Agnes' phone", async () => {
  const floor = watched();
  const { world } = floor;
  await ask(floor);
  const anna = await world.phone("101");
  await world.run(50);
  anna.decline(486);
  await world.run(1_000);
  expect(world.carrier.calls).toHaveLength(1);
  await world.run(1_500);
  expect(anna.calls).toHaveLength(2);
  expect(typesOf(floor)).toContain("missed");
  expect(world.pbx.commands.decline(world.pbx.commands.calls()[0]!.callId, "phone-101").isDone).toBe(true);
  await world.run(50);
  expect(anna.call.state).toBe("ended");
  const place = world.pbx.queues.status("queue")!.waiting[0]!.callId;
  expect(world.pbx.queues.cancelCallback("company", place).isDone).toBe(true);
  expect(await leftovers(world)).toEqual(NOTHING);
});

test("[CBK1] nobody is called back whom the company may not call, who hides, or who is a colleague", async () => {
  for (const [callsAs, outbound] of [
    ["anonymous", OUTBOUND],
    ["+442079460120", OUTBOUND],
    [AGNES, { ...OUTBOUND, blockedPrefixes: ["+1212"] }],
  ] as const) {
    const floor = watched(outbound);
    await ask(floor, callsAs);
    expect(typesOf(floor)).not.toContain("callbackAsked");
    expect(floor.world.carrier.call.state).toBe("talking");
    floor.world.carrier.hangUp();
    await floor.world.run(100);
  }
  const floor = watched();
  const ben = await floor.world.phone("102");
  ben.dial("301");
  await floor.world.run(12_000);
  ben.pressByInfo("1");
  await floor.world.run(1_000);
  expect(ben.call.state).toBe("talking");
  expect(typesOf(floor)).toEqual(["entered"]);
});

test("[CBK7] a restart brings callbacks back", async () => {
  const floor = watched();
  const { world } = floor;
  await world.run(20);
  const saved: SavedCallback = {
    ...{ callId: "before", companyId: "company", queueId: "queue", number: AGNES, name: "Agnes" },
    ...{ priority: 0, skills: [], blockedBy: [], since: 0, turnAt: 0, movedUpAt: undefined },
    ...{ failures: 0, notBefore: 0 },
  };
  world.pbx.queues.restoreCallbacks([saved]);
  await takenBy(floor);
  expect(world.carrier.call.invite?.request.uri).toMatchObject({ user: AGNES });
  world.carrier.answer();
  await world.run(100);
  world.carrier.hangUp();
  expect(await leftovers(world)).toEqual(NOTHING);
});
