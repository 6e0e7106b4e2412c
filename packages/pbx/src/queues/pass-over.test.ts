import { expect, test } from "vitest";
import type { QueueAgent, QueueConfig } from "../dialplan/company-config.ts";
import { PlayedFloor } from "../testing/played-floor.ts";
import { aQueue } from "../testing/test-company.ts";
import type { FloorEffect, FloorHappening } from "./floor-state.ts";

const agent = (endpointId: string, changes: Partial<QueueAgent> = {}): QueueAgent => ({
  endpointId,
  isLoggedIn: true,
  ...changes,
});
const inTurn = (...agents: readonly QueueAgent[]): QueueConfig =>
  aQueue({ agents, strategy: "roundRobin", wrapUpMs: 60_000 });
const entered = (callId: string, changes: { skills?: string[]; blockedBy?: string[] } = {}) =>
  ({
    type: "entered",
    callId,
    queueId: "queue",
    priority: 0,
    skills: [],
    blockedBy: [],
    ...changes,
  }) as const;

/** Why each agent was not rung, as the step said it. */
const whyOf = (effects: readonly FloorEffect[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    effects
      .flatMap((effect) => (effect.type === "passOver" ? effect.lines : []))
      .map(({ endpointId, reason, detail }) => [
        endpointId,
        detail === undefined ? reason : `${reason} ${detail}`,
      ]),
  );

test("[WHY2] an offer to one agent says of every other why not to them", () => {
  const floor = new PlayedFloor(
    inTurn(
      agent("anna"),
      agent("ben"),
      agent("cleo", { isLoggedIn: false }),
      agent("dora", { pausedReason: "Lunch" }),
      agent("emil"),
      agent("fred"),
      agent("gina", { penalty: 2 }),
      agent("hugo"),
      agent("ines"),
      agent("jane"),
    ),
  );
  floor.see(0, "busy", ["emil"]);
  floor.see(0, "unreachable", ["fred"]);
  floor.do(0, { type: "callEnded", callId: "old", queueId: "queue", endpointId: "hugo", talkMs: 1 });
  floor.do(0, { type: "pause", endpointId: "ines", reason: "Missed a call" });
  expect(floor.enter(0, "first")).toEqual(["first: anna"]);
  expect(whyOf(floor.do(1, entered("second", { blockedBy: ["jane"] })))).toEqual({
    anna: "ringing",
    cleo: "loggedOut",
    dora: "paused Lunch",
    emil: "busy",
    fred: "unreachable",
    gina: "penalty",
    hugo: "wrapUp",
    ines: "paused Missed a call",
    jane: "blocked",
  });
});

test("[WHY2] skills that the caller still waits for, and another agent's turn", () => {
  const floor = new PlayedFloor(inTurn(agent("anna", { skills: ["spanish"] }), agent("ben")));
  expect(whyOf(floor.do(0, entered("one", { skills: ["spanish"] })))).toEqual({ ben: "skills" });
  floor.do(1, { type: "answered", callId: "one", endpointId: "anna" });
  const other = new PlayedFloor(inTurn(agent("anna"), agent("ben")));
  expect(whyOf(other.do(0, entered("one")))).toEqual({ ben: "turn" });
});

test.each<[string, FloorHappening]>([
  ["gives up", { type: "left", callId: "one", isSentOn: false }],
  ["is sent on", { type: "left", callId: "one", isSentOn: true }],
])("[WHY3] a caller who %s unanswered leaves word of why nobody came", (_what, leaving) => {
  const floor = new PlayedFloor(inTurn(agent("anna", { pausedReason: "Lunch" }), agent("ben")));
  floor.see(0, "busy", ["ben"]);
  expect(whyOf(floor.do(0, entered("one")))).toEqual({});
  expect(whyOf(floor.do(9, leaving))).toEqual({ anna: "paused Lunch", ben: "busy" });
});

test.each([
  ["closed", { anna: "closed", ben: "closed" }],
  ["full", { anna: "full", ben: "full" }],
  ["nobodySignedIn", { ben: "loggedOut" }],
] as const)("[WHY3] so does one whom the queue does not take: %s", (reason, why) => {
  const floor = new PlayedFloor(inTurn(agent("anna"), agent("ben", { isLoggedIn: false })));
  const turnedAway = { type: "turnedAway", callId: "one", queueId: "queue", priority: 0, reason } as const;
  expect(whyOf(floor.do(0, turnedAway))).toEqual(why);
});

test("[WHY2] everybody rings, and nobody is passed over", () => {
  const floor = new PlayedFloor(aQueue({ agents: [agent("anna"), agent("ben")] }));
  expect(floor.do(0, entered("one")).filter(({ type }) => type === "passOver")).toEqual([]);
});
