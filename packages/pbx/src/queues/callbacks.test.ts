import { expect, test } from "vitest";
import type { QueueAgent } from "../dialplan/company-config.ts";
import type { SavedCallback } from "../ports/callback-store.ts";
import { PlayedFloor, ringsOf } from "../testing/played-floor.ts";
import { aQueue } from "../testing/test-company.ts";

const agent = (endpointId: string): QueueAgent => ({ endpointId, isLoggedIn: true });
const RETRY_MS = 120_000;
const QUEUE = aQueue({
  agents: [agent("anna"), agent("ben")],
  strategy: "longestIdle",
  wrapUpMs: 10_000,
  maxWaitMs: 300_000,
  callback: { retryAfterMs: RETRY_MS },
});
const AGNES = "+12125550123";
const WOKE = { type: "woke" } as const;
const asked = (callId: string) => ({ type: "callbackAsked", callId }) as const;
const hungUp = (callId: string) => ({ type: "hungUp", callId }) as const;

/** Nobody is free; Agnes has asked for a callback and hung up, and another caller waits behind her. */
function aFloor(): PlayedFloor {
  const floor = new PlayedFloor(QUEUE);
  floor.see(0, "busy", ["anna", "ben"]);
  floor.enter(0, "agnes", { number: AGNES });
  floor.enter(1_000, "other", { number: "+12125550124" });
  floor.do(5_000, asked("agnes"));
  floor.do(6_000, { type: "left", callId: "agnes", isSentOn: true });
  floor.do(12_000, hungUp("agnes"));
  return floor;
}

/** Anna has answered, and Agnes is being called. */
function aTakenCallback(): PlayedFloor {
  const floor = aFloor();
  expect(floor.see(20_000, "free", ["anna"])).toContainEqual({
    type: "ring",
    callId: "agnes",
    queueId: "queue",
    endpointIds: ["anna"],
    callback: { number: AGNES, name: "Agnes" },
  });
  floor.do(22_000, { type: "callbackTaken", callId: "agnes", endpointId: "anna", newCallId: "new" });
  floor.see(22_000, "busy", ["anna"]);
  return floor;
}

function fail(floor: PlayedFloor, at: number): void {
  const unanswered = { callId: "agnes", queueId: "queue", endpointId: "anna", ringMs: 20_000 };
  floor.do(at, { type: "missed", reason: "noAnswer", ...unanswered });
  floor.do(at, { type: "callbackFailed", callId: "agnes", reason: "noAnswer" });
}

const last = (floor: PlayedFloor) => floor.records.at(-1);

test("[CBK1] a callback is offered with what is said, only to those who can be called back", () => {
  const floor = new PlayedFloor(aQueue({ ...QUEUE, announceEveryMs: 0 }));
  floor.see(0, "busy", ["anna", "ben"]);
  floor.enter(0, "agnes", { number: AGNES });
  floor.enter(0, "hidden");
  expect(floor.do(30_000, WOKE)).toEqual([
    { type: "comfort", callId: "agnes", offersCallback: true },
    { type: "comfort", callId: "hidden", offersCallback: false },
  ]);
  expect(floor.play(31_000, asked("hidden")).isRefused).toBe(true);
  const closed = new PlayedFloor(aQueue({ agents: [] }));
  closed.enter(0, "agnes", { number: AGNES });
  expect(closed.play(1_000, asked("agnes")).isRefused).toBe(true);
});

test("[CBK2] whoever asks for a callback is told the number, and keeps the place", () => {
  const floor = new PlayedFloor(QUEUE);
  floor.see(0, "busy", ["anna", "ben"]);
  floor.enter(0, "agnes", { number: AGNES });
  floor.enter(1_000, "other");
  const effects = floor.do(5_000, asked("agnes"));
  expect(effects).toMatchObject([
    { type: "keepCallback", callback: { callId: "agnes", number: AGNES, failures: 0, since: 0 } },
    { type: "sendOn", callId: "agnes", destination: { kind: "callbackKept", number: AGNES } },
  ]);
  floor.do(6_000, { type: "left", callId: "agnes", isSentOn: true });
  expect(floor.state.waiting.map(({ callId }) => callId)).toEqual(["agnes", "other"]);
  expect(floor.play(6_000, asked("agnes")).isRefused).toBe(true);
  // Still on the line: the next one in line is served.
  expect(ringsOf(floor.see(7_000, "free", ["anna"]))).toEqual(["other: anna"]);
  expect(floor.rings(9_000, hungUp("agnes"))).toEqual([]);
  expect(floor.see(10_000, "free", ["ben"])).toMatchObject([{ type: "ring", callId: "agnes" }]);
});

test("[CBK2] a callback does not overflow, however long it takes", () => {
  const floor = aFloor();
  floor.do(400_000, WOKE);
  expect(floor.state.waiting.filter(({ leaving }) => !leaving).map(({ callId }) => callId)).toEqual([
    "agnes",
  ]);
});

test("[CBK3] the agent who answers is connected with the caller, and the callback is done", () => {
  const floor = aTakenCallback();
  expect(floor.do(23_000, WOKE)).toEqual([]);
  expect(floor.do(30_000, { type: "answered", callId: "agnes", endpointId: "anna" })).toEqual([
    { type: "forgetCallback", callId: "agnes" },
  ]);
  expect(last(floor)).toMatchObject({
    type: "answered",
    callId: "agnes",
    endpointId: "anna",
    waitMs: 30_000,
  });
  const ended = { callId: "agnes", queueId: "queue", endpointId: "anna", talkMs: 60_000 };
  floor.do(90_000, { type: "callEnded", ...ended });
  expect(floor.records.slice(-2)).toMatchObject([{ type: "ended" }, { type: "wrapUp" }]);
});

test("[CBK4] who does not answer is called once more after a while, then no more", () => {
  const floor = aTakenCallback();
  fail(floor, 50_000);
  expect(last(floor)).toMatchObject({ type: "callbackFailed", endpointId: "anna", reason: "noAnswer" });
  floor.do(51_000, { type: "left", callId: "other", isSentOn: false });
  expect(floor.see(51_000, "free", ["anna"])).toEqual([]);
  expect(floor.wakeAfter(51_000)).toBe(50_000 + RETRY_MS);
  expect(floor.rings(50_000 + RETRY_MS, WOKE)).toEqual(["agnes: anna"]);
  floor.do(171_000, { type: "callbackTaken", callId: "agnes", endpointId: "anna", newCallId: "new" });
  fail(floor, 200_000);
  expect(floor.records.slice(-2)).toMatchObject([
    { type: "callbackFailed" },
    { type: "callbackDropped", callId: "agnes", reason: "noAnswer", waitMs: 200_000 },
  ]);
  expect(floor.state.waiting).toEqual([]);
  expect(floor.records.some(({ type }) => type === "missed" || type === "ended")).toBe(false);
});

test("[CBK5] whoever calls again takes the place of the callback", () => {
  const floor = aFloor();
  const { effects, records } = floor.play(30_000, {
    ...{ type: "entered", callId: "again", queueId: "queue", priority: 0, skills: [], blockedBy: [] },
    party: { number: AGNES, name: "Agnes" },
  });
  expect(effects).toEqual([{ type: "forgetCallback", callId: "agnes" }]);
  expect(records).toMatchObject([
    { type: "callbackDropped", callId: "agnes", reason: "calledAgain" },
    { type: "entered", callId: "again" },
  ]);
  expect(floor.state.waiting.map(({ callId }) => callId)).toEqual(["again", "other"]);
});

test("[CBK5] whoever calls while being called is not called once more", () => {
  const floor = aTakenCallback();
  floor.enter(25_000, "again", { number: AGNES });
  fail(floor, 50_000);
  expect(last(floor)).toMatchObject({ type: "callbackDropped", callId: "agnes", reason: "calledAgain" });
});

test("[CBK6] a callback can be canceled until somebody is about to call", () => {
  const cancel = { type: "cancelCallback", callId: "agnes" } as const;
  expect(aTakenCallback().play(23_000, cancel).isRefused).toBe(true);
  const floor = aFloor();
  expect(floor.play(20_000, { ...cancel, callId: "other" }).isRefused).toBe(true);
  expect(floor.do(20_000, cancel)).toEqual([{ type: "forgetCallback", callId: "agnes" }]);
  expect(last(floor)).toMatchObject({ type: "callbackDropped", reason: "canceled" });
});

test("[CBK7] a restart brings callbacks back to their places", () => {
  const kept: SavedCallback[] = [];
  const before = aFloor();
  for (const effect of before.do(13_000, { type: "moveUp", callId: "agnes" }))
    if (effect.type === "keepCallback") kept.push(effect.callback);
  const after = new PlayedFloor(QUEUE);
  after.see(0, "busy", ["anna", "ben"]);
  after.enter(60_000, "first");
  const [callback] = kept;
  after.do(61_000, { type: "callbackRestored", callback: callback! });
  expect(after.state.waiting.map(({ callId }) => callId)).toEqual(["agnes", "first"]);
  expect(after.records).not.toContainEqual(expect.objectContaining({ callId: "agnes" }));
  expect(after.see(62_000, "free", ["ben"])).toMatchObject([{ type: "ring", callId: "agnes" }]);
});

test("[CBK8] a callback is moved like a caller, but sent nowhere", () => {
  const floor = aFloor();
  floor.configure(13_000, QUEUE, aQueue({ id: "sales", agents: [], callback: { retryAfterMs: RETRY_MS } }));
  const destination = { kind: "mailbox", id: "box" } as const;
  expect(floor.play(14_000, { type: "send", callId: "agnes", destination }).isRefused).toBe(true);
  floor.do(15_000, { type: "moveTo", callId: "agnes", queueId: "sales" });
  expect(floor.records.slice(-2)).toMatchObject([
    { type: "moved", toQueueId: "sales" },
    { type: "entered", queueId: "sales" },
  ]);
  expect(floor.configure(16_000, QUEUE).records).toMatchObject([
    { type: "callbackDropped", callId: "agnes", reason: "closed" },
  ]);
});

test("[CBK9] a thousand calls of one number in many queues are promised one callback a queue, and three in all", () => {
  const queues = Array.from({ length: 20 }, (_, index) => aQueue({ ...QUEUE, id: `queue-${index}` }));
  const floor = new PlayedFloor(...queues);
  floor.see(0, "busy", ["anna", "ben"]);
  let refused = 0;
  for (let call = 0; call < 1_000; call += 1) {
    const [callId, at] = [`call-${call}`, call * 10];
    floor.enter(at, callId, { number: AGNES, queueId: `queue-${call % 20}` });
    if (!floor.play(at, asked(callId)).isRefused) continue;
    refused += 1;
    floor.do(at, { type: "left", callId, isSentOn: false });
  }
  const promised = floor.state.waiting.filter(({ callback }) => callback);
  expect(promised.map(({ queueId }) => queueId).toSorted()).toEqual(["queue-0", "queue-1", "queue-2"]);
  expect(refused).toBe(850);
  floor.enter(20_000, "other", { number: "+12125550124", queueId: "queue-0" });
  expect(floor.play(20_000, asked("other")).isRefused).toBe(false);
});

test("[CBK9] somebody who is called back this moment, or calls from two phones, has no second callback", () => {
  const floor = aTakenCallback();
  floor.enter(23_000, "again", { number: AGNES });
  expect(floor.play(24_000, asked("again")).isRefused).toBe(true);
  const both = new PlayedFloor(QUEUE);
  both.see(0, "busy", ["anna", "ben"]);
  both.enter(0, "one", { number: AGNES });
  both.enter(0, "two", { number: AGNES });
  expect(both.play(1_000, asked("one")).isRefused).toBe(false);
  expect(both.play(1_000, asked("two")).isRefused).toBe(true);
});
