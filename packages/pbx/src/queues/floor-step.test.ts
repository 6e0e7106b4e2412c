import { expect, test } from "vitest";
import type { QueueAgent } from "../dialplan/company-config.ts";
import { PlayedFloor, ringsOf } from "../testing/played-floor.ts";
import { aQueue } from "../testing/test-company.ts";
import type { QueueRecord } from "./queue-records.ts";

const agent = (endpointId: string, changes: Partial<QueueAgent> = {}): QueueAgent => ({
  endpointId,
  isLoggedIn: true,
  ...changes,
});
const ANNA = [agent("anna")];
const WOKE = { type: "woke" } as const;
const left = (callId: string, isSentOn = false) => ({ type: "left", callId, isSentOn }) as const;
const missed = (callId: string, endpointId: string, reason: "noAnswer" | "unreachable" = "noAnswer") =>
  ({ type: "missed", callId, queueId: "queue", endpointId, reason, ringMs: 900 }) as const;
const typesOf = (records: readonly QueueRecord[]): readonly string[] => records.map(({ type }) => type);

test("[QUE15] after a failed attempt there is a moment's rest, so agents who decline are not rung in a loop", () => {
  const floor = new PlayedFloor(aQueue({ agents: ANNA }));
  floor.enter(0, "one");
  expect(floor.do(100, { type: "attemptFailed", callId: "one" })).toEqual([]);
  expect(floor.rings(2_100, WOKE)).toEqual(["one: anna"]);
});

test("[TAG1] a tag found for somebody who has left, or waits elsewhere by now, changes nothing", () => {
  const found = { type: "tagFound", callId: "one", tag: "vip", priority: 9 } as const;
  const floor = new PlayedFloor(aQueue());
  expect(floor.play(0, { ...found, queueId: "queue" }).isRefused).toBe(true);
  floor.enter(0, "one");
  expect(floor.play(1, { ...found, queueId: "sales" }).isRefused).toBe(true);
  expect(floor.play(2, { ...found, queueId: "queue" }).isRefused).toBe(false);
  expect(floor.state.waiting).toMatchObject([{ callId: "one", priority: 9, tag: "vip", since: 0 }]);
});

test("[QUE16] the position is told again and again, with the wait where it is known", () => {
  const floor = new PlayedFloor(aQueue({ announceEveryMs: 30_000 }));
  floor.enter(0, "one");
  floor.enter(10_000, "two");
  expect(floor.do(29_000, WOKE)).toEqual([]);
  expect(floor.do(30_000, WOKE)).toEqual([
    { type: "announce", callId: "one", position: 1, expectedWaitMs: undefined, offersCallback: false },
  ]);
  floor.do(35_000, left("one"));
  expect(floor.do(40_000, WOKE)).toMatchObject([{ type: "announce", callId: "two", position: 1 }]);
});

test("[QUE17] the longest wait ends it, also when the last agent logs out of a queue that wants nobody to wait", () => {
  const sentOn = [
    { type: "sendOn", callId: "one", queueId: "queue", destination: undefined, isChosen: false },
  ];
  const patient = new PlayedFloor(aQueue({ agents: ANNA, maxWaitMs: 60_000 }));
  patient.see(0, "busy", ["anna"]);
  patient.enter(0, "one");
  expect(patient.do(60_000, WOKE)).toEqual(sentOn);
  expect(patient.do(60_001, WOKE)).toEqual([]);
  patient.do(60_002, left("one", true));
  expect(patient.records.at(-1)).toMatchObject({
    type: "overflowed",
    reason: "waitedTooLong",
    waitMs: 60_002,
  });
  const strict = new PlayedFloor(aQueue({ leavesWhenEmpty: true, agents: ANNA }));
  strict.see(0, "busy", ["anna"]);
  strict.enter(0, "one");
  const loggedOut = aQueue({ leavesWhenEmpty: true, agents: [agent("anna", { isLoggedIn: false })] });
  expect(strict.configure(1, loggedOut).effects).toEqual(sentOn);
  strict.do(2, left("one", true));
  expect(strict.records.at(-1)).toMatchObject({ type: "overflowed", reason: "nobodySignedIn" });
});

test("[QUE25] where all are paused callers go on, if the queue says so", () => {
  const paused = [agent("anna", { pausedReason: "Lunch" }), agent("ben", { isLoggedIn: false })];
  expect(new PlayedFloor(aQueue({ agents: paused })).enter(0, "one")).toEqual([]);
  const floor = new PlayedFloor(aQueue({ agents: paused, leavesWhenPaused: true }));
  floor.enter(0, "one");
  expect(floor.state.waiting).toMatchObject([{ leaving: { type: "overflowed", reason: "everyonePaused" } }]);
});

test("[QUE26] an agent of two queues is offered one call at a time", () => {
  const sales = aQueue({ id: "sales", agents: ANNA });
  const floor = new PlayedFloor(aQueue({ agents: ANNA }), sales);
  expect(floor.enter(0, "one")).toEqual(["one: anna"]);
  expect(floor.enter(0, "two", { queueId: "sales" })).toEqual([]);
  floor.do(1_000, missed("one", "anna"));
  expect(ringsOf(floor.do(1_000, { type: "attemptFailed", callId: "one" }))).toEqual([]);
  expect(floor.state.waiting.map(({ callId, ringing }) => [callId, ringing])).toEqual([
    ["one", undefined],
    ["two", ["anna"]],
  ]);
});

test("[QUE27] wrap-up belongs to the agent, in all queues, and ends by itself or when the agent is ready", () => {
  const floor = new PlayedFloor(
    aQueue({ agents: ANNA, wrapUpMs: 10_000 }),
    aQueue({ id: "sales", agents: ANNA }),
  );
  const ended = {
    type: "callEnded",
    callId: "one",
    queueId: "queue",
    endpointId: "anna",
    talkMs: 5,
  } as const;
  floor.do(1_000, ended);
  expect(floor.standings("sales")).toEqual({ anna: "wrapUp since 1000" });
  expect(floor.enter(2_000, "two", { queueId: "sales" })).toEqual([]);
  expect(floor.rings(3_000, { type: "getReady", endpointId: "anna" })).toEqual(["two: anna"]);
  expect(floor.play(3_001, { type: "getReady", endpointId: "anna" }).isRefused).toBe(true);
  floor.do(3_002, left("two"));
  floor.do(4_000, ended);
  floor.do(14_000, WOKE);
  expect(floor.standings()).toEqual({ anna: "idle since 14000" });
  expect(typesOf(floor.records.slice(-3))).toEqual(["ended", "wrapUp", "ready"]);
});

test("[QUE28] an agent who missed a call is paused where the queue says so, with the reason, and comes back", () => {
  const queue = aQueue({ agents: ANNA, pausesAfterMissed: true });
  const floor = new PlayedFloor(queue);
  floor.enter(0, "one");
  floor.do(1_000, missed("one", "anna"));
  floor.do(1_000, { type: "attemptFailed", callId: "one" });
  expect(floor.records.slice(-2)).toMatchObject([
    { type: "missed", endpointId: "anna", reason: "noAnswer", ringMs: 900 },
    { type: "paused", endpointId: "anna", reason: "Missed a call" },
  ]);
  expect(floor.rings(5_000, WOKE)).toEqual([]);
  expect(floor.rings(6_000, { type: "resume", endpointId: "anna" })).toEqual(["one: anna"]);
  expect(floor.records.map(({ type }) => type)).toContain("resumed");
  floor.do(7_000, missed("one", "anna", "unreachable"));
  expect(floor.standings()).toEqual({ anna: "idle since 7000" });
});

test("[QUE29] every change of login and pause is recorded once, wherever it comes from", () => {
  const floor = new PlayedFloor(aQueue({ agents: ANNA }));
  const list = (at: number, changes: Partial<QueueAgent>): void =>
    void floor.configure(at, aQueue({ agents: [agent("anna", changes)] }));
  list(1, { pausedReason: "Lunch" });
  list(2, { pausedReason: "Lunch" });
  list(3, {});
  list(4, { isLoggedIn: false });
  list(5, {});
  floor.do(6, { type: "pause", endpointId: "anna", reason: "Missed a call" });
  // Somebody writes the pause down: still the same one, and taken back there it is over.
  list(7, { pausedReason: "Missed a call" });
  list(8, {});
  expect(typesOf(floor.records)).toEqual(["paused", "resumed", "signedOut", "signedIn", "paused", "resumed"]);
  expect(floor.standings()).toEqual({ anna: "idle since 8" });
});

test("[QUE30] a queue changes only where its callers or agents look different", () => {
  const floor = new PlayedFloor(aQueue({ agents: ANNA }), aQueue({ id: "sales" }));
  const changed = (at: number, presence: "free" | "busy") =>
    [...floor.play(at, { type: "agentsSeen", presence: new Map([["anna", presence]]) }).changed].join();
  expect([changed(1, "busy"), changed(2, "busy"), changed(3, "free")]).toEqual(["queue", "", "queue"]);
  expect(floor.standings()).toEqual({ anna: "idle since 3" });
  expect([...floor.play(4, { type: "configured" }).changed]).toEqual([]);
});

test("[QUE31] an agent takes a caller whose turn it is not, where the queue lets them", () => {
  const closed = new PlayedFloor(aQueue({ agents: ANNA }));
  closed.see(0, "busy", ["anna"]);
  for (const callId of ["one", "two"]) closed.enter(0, callId);
  const take = { type: "take", callId: "two", endpointId: "anna" } as const;
  expect(closed.play(1, take).isRefused).toBe(true);
  const floor = new PlayedFloor(aQueue({ agents: ANNA, canChoose: true, wrapUpMs: 10_000 }));
  floor.do(0, { type: "callEnded", callId: "old", queueId: "queue", endpointId: "anna", talkMs: 1 });
  for (const callId of ["one", "two"]) floor.enter(0, callId);
  expect(floor.rings(1, take)).toEqual(["two: anna"]);
  expect(floor.play(2, { ...take, callId: "one" }).isRefused).toBe(true);
});

test("[QUE32] a caller is moved to another queue or sent anywhere, and leaves once", () => {
  const floor = new PlayedFloor(aQueue(), aQueue({ id: "sales" }));
  floor.enter(0, "one", { priority: 3, skills: ["billing"] });
  floor.enter(0, "two");
  expect(floor.do(1, { type: "moveTo", callId: "one", queueId: "sales" })).toEqual([
    {
      type: "sendOn",
      callId: "one",
      queueId: "queue",
      destination: { kind: "queue", id: "sales", priority: 3, skills: ["billing"] },
      isChosen: true,
    },
  ]);
  expect(floor.play(2, { type: "moveTo", callId: "one", queueId: "sales" }).isRefused).toBe(true);
  expect(floor.play(2, { type: "moveTo", callId: "two", queueId: "nowhere" }).isRefused).toBe(true);
  floor.do(3, left("one", true));
  floor.do(3, { type: "send", callId: "two", destination: { kind: "mailbox", id: "box" } });
  floor.do(4, left("two", true));
  expect(floor.records.slice(-2)).toMatchObject([
    { type: "moved", callId: "one", toQueueId: "sales", waitMs: 3 },
    { type: "moved", callId: "two", waitMs: 4 },
  ]);
});

test("[QUE33] a caller who hangs up while being sent on has given up; one who is answered just then is answered", () => {
  const floor = new PlayedFloor(aQueue({ agents: ANNA }));
  floor.enter(0, "one");
  floor.do(1, { type: "send", callId: "one", destination: { kind: "mailbox", id: "box" } });
  floor.do(2, { type: "answered", callId: "one", endpointId: "anna" });
  floor.see(2, "busy", ["anna"]);
  floor.enter(3, "two");
  floor.do(4, { type: "send", callId: "two", destination: { kind: "mailbox", id: "box" } });
  floor.do(5, left("two"));
  floor.do(6, left("two"));
  expect(typesOf(floor.records)).toEqual(["entered", "offered", "answered", "entered", "abandoned"]);
});

test("[QUE34] callers of a queue that is no longer there go on", () => {
  const floor = new PlayedFloor(aQueue());
  floor.enter(0, "one");
  expect(floor.configure(1).effects).toMatchObject([{ type: "sendOn", callId: "one" }]);
});

test("[QUE35] the expected wait is what callers of the last hour still waited who had waited this long", () => {
  const floor = new PlayedFloor(aQueue({ agents: ANNA, announceEveryMs: 60_000, maxWaitMs: 9_000_000 }));
  floor.see(0, "busy", ["anna"]);
  for (const [index, waitMs] of [10_000, 100_000, 200_000, 300_000].entries()) {
    floor.enter(0, `call${index}`);
    floor.do(waitMs, { type: "answered", callId: `call${index}`, endpointId: "anna" });
  }
  floor.enter(300_000, "one");
  expect(floor.do(360_000, WOKE)).toMatchObject([{ type: "announce", expectedWaitMs: 140_000 }]);
  // Of those who had waited two minutes only two are known, and after an hour none.
  expect(floor.do(420_000, WOKE)).toMatchObject([{ type: "announce", expectedWaitMs: undefined }]);
});

test("[QUE36] a comfort message comes at its own interval, and not together with the position", () => {
  const floor = new PlayedFloor(aQueue({ announceEveryMs: 30_000, comfortEveryMs: 10_000 }));
  floor.enter(0, "one");
  const said: string[] = [];
  for (let at = 10_000; at <= 60_000; at += 10_000)
    said.push(
      floor
        .do(at, WOKE)
        .map(({ type }) => type)
        .join(),
    );
  expect(said).toEqual(["comfort", "comfort", "announce", "comfort", "comfort", "announce"]);
});
