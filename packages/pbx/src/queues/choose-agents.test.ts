import { expect, test } from "vitest";
import type { QueueAgent, RingStrategy } from "../dialplan/company-config.ts";
import { PlayedFloor } from "../testing/played-floor.ts";
import { aQueue } from "../testing/test-company.ts";

const agent = (endpointId: string, changes: Partial<QueueAgent> = {}): QueueAgent => ({
  endpointId,
  isLoggedIn: true,
  ...changes,
});
const AGENTS = ["anna", "ben", "cleo"].map((id) => agent(id));
const ended = (endpointId: string) =>
  ({ type: "callEnded", callId: "before", queueId: "queue", endpointId, talkMs: 1 }) as const;
const answered = (callId: string, endpointId: string) => ({ type: "answered", callId, endpointId }) as const;
const failed = (callId: string) => ({ type: "attemptFailed", callId }) as const;

test("[QUE10] ring all: everybody who is free, for the first in line", () => {
  const floor = new PlayedFloor(aQueue({ agents: AGENTS, strategy: "ringAll" }));
  expect(floor.enter(0, "one")).toEqual(["one: anna+ben+cleo"]);
  expect(floor.enter(1, "two")).toEqual([]);
});

test("[QUE11] longest idle: the agent who has waited longest for a call; one who let it ring goes to the end", () => {
  const floor = new PlayedFloor(aQueue({ agents: AGENTS, strategy: "longestIdle", wrapUpMs: 0 }));
  floor.do(1_000, ended("ben"));
  floor.do(3_000, ended("cleo"));
  floor.do(5_000, ended("anna"));
  expect(floor.enter(6_000, "one")).toEqual(["one: ben"]);
  floor.do(10_000, failed("one"));
  expect(floor.rings(12_000, { type: "woke" })).toEqual(["one: cleo"]);
});

test("[QUE12] round robin: one after the other", () => {
  const floor = new PlayedFloor(aQueue({ agents: AGENTS, strategy: "roundRobin" }));
  const rung: string[] = [];
  for (const [turn, name] of ["anna", "ben", "cleo", "anna"].entries()) {
    rung.push(...floor.enter(turn, `call${turn}`));
    floor.do(turn, answered(`call${turn}`, name));
  }
  expect(rung).toEqual(["call0: anna", "call1: ben", "call2: cleo", "call3: anna"]);
});

test("[QUE13] several callers ring different agents at the same time", () => {
  const floor = new PlayedFloor(aQueue({ agents: AGENTS, strategy: "roundRobin" }));
  expect([...floor.enter(0, "one"), ...floor.enter(0, "two")]).toEqual(["one: anna", "two: ben"]);
});

test("[QUE14] nobody who is logged out, busy, paused or in wrap-up is rung", () => {
  const agents = [
    agent("anna", { isLoggedIn: false }),
    agent("ben"),
    agent("cleo"),
    agent("dora", { pausedReason: "Lunch" }),
  ];
  const floor = new PlayedFloor(aQueue({ agents, wrapUpMs: 10_000 }));
  floor.see(0, "busy", ["ben"]);
  floor.do(0, ended("cleo"));
  expect(floor.enter(0, "one")).toEqual([]);
  expect(floor.wakeAfter(0)).toBe(10_000);
  expect(floor.rings(10_000, { type: "woke" })).toEqual(["one: cleo"]);
});

test("[QUE18] an agent who has blocked the caller is not rung for that caller, whatever the strategy", () => {
  for (const strategy of STRATEGIES) {
    const floor = new PlayedFloor(aQueue({ agents: AGENTS, strategy }));
    expect(floor.enter(0, "pest", { blockedBy: ["anna", "ben"] })).toEqual(["pest: cleo"]);
    expect(floor.enter(0, "friend")[0]).toMatch(/^friend: (anna|ben)/);
  }
});

const STRATEGIES: readonly RingStrategy[] = ["ringAll", "longestIdle", "roundRobin", "fewestCalls", "random"];

test("[QUE20] fewest calls: counted over a shift, so that nobody gets all of them after a holiday", () => {
  const floor = new PlayedFloor(aQueue({ agents: AGENTS, strategy: "fewestCalls", wrapUpMs: 0 }));
  for (const [index, name] of ["anna", "anna", "ben"].entries()) {
    floor.enter(index, `call${index}`);
    floor.do(index, answered(`call${index}`, name));
  }
  expect(floor.enter(10, "one")).toEqual(["one: cleo"]);
  floor.do(10, answered("one", "cleo"));
  floor.see(11, "busy", ["cleo"]);
  expect(floor.enter(11, "two")).toEqual(["two: ben"]);
  floor.do(12, answered("two", "ben"));
  const nextDay = 24 * 3_600_000;
  floor.see(nextDay, "free", ["cleo"]);
  expect(floor.enter(nextDay, "three")).toEqual(["three: anna"]);
});

test("[QUE21] random: everybody now and then, and the same again from the same state", () => {
  const draw = () => {
    const floor = new PlayedFloor(aQueue({ agents: AGENTS, strategy: "random" }));
    const rung: string[] = [];
    for (let turn = 0; turn < 60; turn += 1) {
      rung.push(...floor.enter(turn, "call").map((ring) => ring.slice("call: ".length)));
      floor.do(turn, { type: "left", callId: "call", isSentOn: false });
    }
    return rung;
  };
  const drawn = draw();
  expect(draw()).toEqual(drawn);
  for (const { endpointId } of AGENTS)
    expect(drawn.filter((id) => id === endpointId).length).toBeGreaterThan(8);
});

test("[QUE22] agents with a penalty are rung only when nobody with a lower one can be, whatever the strategy", () => {
  const agents = [agent("anna", { penalty: 5 }), agent("ben"), agent("cleo", { penalty: 5 })];
  for (const strategy of STRATEGIES) {
    const floor = new PlayedFloor(aQueue({ agents, strategy }));
    expect(floor.enter(0, "one")).toEqual(["one: ben"]);
    expect(floor.enter(0, "two")[0]).toMatch(/^two: (anna|cleo)/);
  }
});

test("[QUE23] a caller's skills are looked for until the patience for that is over", () => {
  const agents = [agent("anna"), agent("ben", { skills: ["spanish", "billing"] })];
  const floor = new PlayedFloor(aQueue({ agents, strategy: "longestIdle", skillPatienceMs: 20_000 }));
  expect(floor.enter(0, "one", { skills: ["spanish"] })).toEqual(["one: ben"]);
  expect(floor.enter(1, "two", { skills: ["spanish"] })).toEqual([]);
  expect(floor.wakeAfter(1)).toBe(20_001);
  expect(floor.rings(20_001, { type: "woke" })).toEqual(["two: anna"]);
});

test("[QUE24] a higher priority goes first, then whoever came first, and whoever was put at the front before all", () => {
  const floor = new PlayedFloor(aQueue({ agents: [], announceEveryMs: 0 }));
  for (const [callId, priority] of [
    ["one", 0],
    ["two", 5],
    ["three", 5],
    ["four", 0],
  ] as const)
    floor.enter(1, callId, { priority });
  const order = () => floor.state.waiting.map(({ callId }) => callId);
  expect(order()).toEqual(["two", "three", "one", "four"]);
  expect(floor.play(2, { type: "moveUp", callId: "four" }).isRefused).toBe(false);
  expect(order()).toEqual(["four", "two", "three", "one"]);
});
