import { expect, test } from "vitest";
import type { QueueConfig } from "../dialplan/company-config.ts";
import { aQueue } from "../testing/test-company.ts";
import {
  EMPTY_QUEUE,
  type QueueEffect,
  type QueueEvent,
  type QueueState,
  stepQueue,
  wakeAt,
} from "./queue-state.ts";

const agents = ["anna", "ben", "cleo"].map((endpointId) => ({ endpointId, isLoggedIn: true }));
const ALL = new Set(["anna", "ben", "cleo"]);

/** Plays events and keeps the state; the result of each is what was done. */
function play(config: QueueConfig) {
  let state: QueueState = EMPTY_QUEUE;
  return {
    do: (event: QueueEvent): readonly QueueEffect[] => {
      const step = stepQueue(state, event, config);
      state = step.state;
      return step.effects;
    },
    get wake(): number | undefined {
      return wakeAt(state, config, 0);
    },
  };
}
const entered = (callId: string, at = 0): QueueEvent => ({ type: "entered", callId, at });
const checked = (at: number, free: ReadonlySet<string> = ALL): QueueEvent => ({ type: "checked", at, free });
const failed = (callId: string, at: number): QueueEvent => ({ type: "attemptFailed", callId, at });
const rings = (effects: readonly QueueEffect[]): string[] =>
  effects.flatMap((effect) =>
    effect.type === "ring" ? [`${effect.callId}: ${effect.endpointIds.join("+")}`] : [],
  );

test("[QUE10] ring all: everybody who is free, for the first in line", () => {
  const queue = play(aQueue({ agents, strategy: "ringAll" }));
  queue.do(entered("one"));
  queue.do(entered("two"));
  expect(rings(queue.do(checked(0)))).toEqual(["one: anna+ben+cleo"]);
  expect(queue.do(checked(1))).toEqual([]);
});

test("[QUE11] longest idle: the agent who has waited longest for a call; one who let it ring goes to the end", () => {
  const queue = play(aQueue({ agents, strategy: "longestIdle", wrapUpMs: 0 }));
  queue.do({ type: "agentDone", endpointId: "anna", at: 5_000 });
  queue.do({ type: "agentDone", endpointId: "ben", at: 1_000 });
  queue.do({ type: "agentDone", endpointId: "cleo", at: 3_000 });
  queue.do(entered("one", 6_000));
  expect(rings(queue.do(checked(6_000)))).toEqual(["one: ben"]);
  queue.do(failed("one", 10_000));
  expect(rings(queue.do(checked(12_000)))).toEqual(["one: cleo"]);
});

test("[QUE12] round robin: one after the other", () => {
  const queue = play(aQueue({ agents, strategy: "roundRobin" }));
  const rung: string[] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    queue.do(entered(`call${turn}`));
    rung.push(...rings(queue.do(checked(0))));
    queue.do({ type: "answered", callId: `call${turn}`, at: 0 });
  }
  expect(rung).toEqual(["call0: anna", "call1: ben", "call2: cleo", "call3: anna"]);
});

test("[QUE13] several callers ring different agents at the same time", () => {
  const queue = play(aQueue({ agents, strategy: "roundRobin" }));
  queue.do(entered("one"));
  queue.do(entered("two"));
  expect(rings(queue.do(checked(0)))).toEqual(["one: anna", "two: ben"]);
});

test("[QUE14] nobody who is logged out, busy or in wrap-up is rung", () => {
  const some = [{ endpointId: "anna", isLoggedIn: false }, ...agents.slice(1)];
  const queue = play(aQueue({ agents: some, wrapUpMs: 10_000 }));
  queue.do({ type: "agentDone", endpointId: "cleo", at: 0 });
  queue.do(entered("one"));
  expect(rings(queue.do(checked(0, new Set(["anna", "cleo"]))))).toEqual([]);
  expect(queue.wake).toBe(10_000);
  expect(rings(queue.do(checked(10_000, new Set(["anna", "cleo"]))))).toEqual(["one: cleo"]);
});

test("[QUE15] after a failed attempt there is a moment's rest, so agents who decline are not rung in a loop", () => {
  const queue = play(aQueue({ agents }));
  queue.do(entered("one"));
  queue.do(checked(0));
  queue.do(failed("one", 100));
  expect(queue.do(checked(100))).toEqual([]);
  expect(rings(queue.do(checked(2_100)))).toHaveLength(1);
});

test("[QUE16] the position is told again and again", () => {
  const queue = play(aQueue({ agents: [], announceEveryMs: 30_000 }));
  queue.do(entered("one"));
  queue.do(entered("two", 10_000));
  expect(queue.do(checked(29_000))).toEqual([]);
  expect(queue.do(checked(30_000))).toEqual([{ type: "announce", callId: "one", position: 1 }]);
  queue.do({ type: "left", callId: "one", at: 35_000 });
  expect(queue.do(checked(40_000))).toEqual([{ type: "announce", callId: "two", position: 1 }]);
});

test("[QUE17] the longest wait ends it, also when the last agent logs out of a queue that wants nobody to wait", () => {
  const patient = play(aQueue({ agents, maxWaitMs: 60_000 }));
  patient.do(entered("one"));
  expect(patient.do(checked(60_000, new Set()))).toEqual([{ type: "giveUp", callId: "one" }]);
  const strict = play(aQueue({ agents: [], leavesWhenEmpty: true }));
  strict.do(entered("one"));
  expect(strict.do(checked(1))).toEqual([{ type: "giveUp", callId: "one" }]);
});

test("[QUE18] an agent who has blocked the caller is not rung for that caller, whatever the strategy", () => {
  const hasBlocked = (callId: string, id: string): boolean => callId === "pest" && id !== "cleo";
  for (const strategy of ["ringAll", "longestIdle", "roundRobin"] as const) {
    const queue = play(aQueue({ agents, strategy }));
    queue.do(entered("pest"));
    queue.do(entered("friend"));
    const effects = queue.do({ type: "checked", at: 0, free: ALL, hasBlocked });
    expect(rings(effects)[0]).toBe("pest: cleo");
    expect(rings(effects)[1]).toMatch(/^friend: anna/);
  }
});
