import { expect, test } from "vitest";
import { anAgent, aQueueStatus, aWaitingCaller, dev } from "../testing/queue-statuses.ts";
import { colleaguesOf, standingOf, standingWords } from "./agent-standing.ts";
import { pausesAfter } from "./own-pauses.ts";
import { nextToTake, waitingCalls } from "./waiting-calls.ts";

const LINES = ["reception"];

test("[ACD3] a colleague with two lines in two queues is listed once, with what counts most", () => {
  const queues = [
    aQueueStatus({ agents: [anAgent(), dev({ state: "idle", since: 900 })] }),
    aQueueStatus({
      queue_id: 302,
      name: "Billing",
      agents: [dev({ state: "loggedOut" }), dev({ phone: "dev2", state: "busy", since: 950 })],
    }),
  ];
  expect(colleaguesOf(queues, LINES)).toEqual([
    {
      key: "user 2",
      userId: 2,
      name: "Dev Patel",
      queues: ["Scheduling", "Billing"],
      state: "busy",
      since: 950,
      reason: null,
    },
  ]);
});

test("[ACD3] those who can help come first", () => {
  const agents = (["loggedOut", "paused", "busy", "idle"] as const).map((state, index) =>
    dev({ phone: state, user_id: index + 2, name: state, state }),
  );
  expect(colleaguesOf([aQueueStatus({ agents })], LINES).map(({ state }) => state)).toEqual([
    "idle",
    "busy",
    "paused",
    "loggedOut",
  ]);
});

test("a pause names its reason, and the earliest time of a state counts", () => {
  const places = [
    anAgent({ state: "paused", reason: "Lunch", since: 900 }),
    anAgent({ state: "paused", reason: "Lunch", since: 800 }),
  ];
  const standing = standingOf(places);
  expect(standing).toEqual({ state: "paused", reason: "Lunch", since: 800 });
  expect(standing && standingWords(standing)).toBe("Paused: Lunch");
  expect(standingOf([])).toBeUndefined();
});

test("[ACD3] a line that one queue rings is not on a call, although the others find it busy", () => {
  const places = [anAgent({ state: "busy" }), anAgent({ state: "ringing" })];
  expect(standingOf(places)?.state).toBe("ringing");
});

const lunch = { reason: "Lunch", since: 900 };

test.each([
  ["paused", { reception: { reason: "Break", since: 950 } }],
  ["idle", {}],
  ["wrapUp", {}],
  ["unreachable", {}],
  ["busy", { reception: lunch }],
  ["ringing", { reception: lunch }],
  ["loggedOut", { reception: lunch }],
] as const)("[ACD4] a pause that was known, after a queue has told of the state %s", (state, expected) => {
  const agent = anAgent({ state, reason: state === "paused" ? "Break" : null, since: 950 });
  expect(pausesAfter({ reception: lunch }, [aQueueStatus({ agents: [agent] })], LINES)).toEqual(expected);
});

test("[ACD4] a pause that begins after the call is known after a reload", () => {
  const agents = [anAgent({ state: "busy", reason: "Lunch", since: 950 })];
  expect(pausesAfter({}, [aQueueStatus({ agents })], LINES)).toEqual({
    reception: { reason: "Lunch", since: 950 },
  });
});

test("[ACD10] the next call is the one whose turn it is, of those who can be taken", () => {
  const waiting = [
    aWaitingCaller({ callid: "rings", position: 1, since: 10 }),
    aWaitingCaller({ callid: "second", position: 2, since: 30, can_take: true }),
    aWaitingCaller({ callid: "third", position: 3, since: 20, can_take: true }),
  ];
  const calls = waitingCalls([aQueueStatus({ waiting })]);
  expect(nextToTake(calls, new Set([301]))?.callid).toBe("second");
  expect(nextToTake(calls, new Set([302]))).toBeUndefined();
});

test("[ACD2] whoever has waited longest comes first, whatever the queue", () => {
  const queues = [
    aQueueStatus({
      waiting: [
        aWaitingCaller({ callid: "b", since: 20 }),
        aWaitingCaller({ callid: "c", since: 20, position: 2 }),
      ],
    }),
    aQueueStatus({ queue_id: 302, name: "Billing", waiting: [aWaitingCaller({ callid: "a", since: 10 })] }),
  ];
  expect(waitingCalls(queues).map(({ callid, queue }) => `${callid} ${queue}`)).toEqual([
    "a Billing",
    "b Scheduling",
    "c Scheduling",
  ]);
});
