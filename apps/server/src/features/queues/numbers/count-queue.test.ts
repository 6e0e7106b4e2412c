import type { QueueRecord } from "@offhook/pbx";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type AgentNumbers, type CallNumbers, countQueue } from "./count-queue.ts";

const HOUR_MS = 3_600_000;
const options = {
  serviceLevelMs: 20_000,
  bucketOf: ({ at }: QueueRecord): number => Math.floor(at / HOUR_MS),
};
const base = { companyId: "1", queueId: "301" };

test("[QNUM1] a morning in a queue, counted by hand", () => {
  const call = (callId: string, at: number) => ({ ...base, callId, at });
  const records: QueueRecord[] = [
    { ...call("a", 0), type: "entered", priority: 0 },
    { ...call("b", 1_000), type: "entered", priority: 0 },
    { ...call("c", 2_000), type: "entered", priority: 0 },
    { ...call("d", 3_000), type: "entered", priority: 0 },
    { ...call("a", 10_000), type: "answered", endpointId: "dev", waitMs: 10_000 },
    { ...call("b", 12_000), type: "missed", endpointId: "ines", reason: "noAnswer", ringMs: 9_000 },
    // Gave up at once: nobody could have been quicker.
    { ...call("c", 6_000), type: "abandoned", waitMs: 4_000 },
    { ...call("d", 33_000), type: "abandoned", waitMs: 30_000 },
    { ...call("b", 41_000), type: "answered", endpointId: "dev", waitMs: 40_000 },
    { ...call("a", 70_000), type: "ended", endpointId: "dev", talkMs: 60_000 },
    { ...call("e", HOUR_MS), type: "entered", priority: 0 },
    { ...call("e", HOUR_MS + 6_000), type: "overflowed", waitMs: 6_000, reason: "nobodySignedIn" },
  ];
  const { total, buckets, agents } = countQueue(records, options);
  expect(total).toEqual({
    offered: 5,
    answered: 2,
    abandoned: 2,
    overflowed: 1,
    serviceLevel: 1 / 3,
    averageWaitMs: 18_000,
    longestWaitMs: 40_000,
    averageTalkMs: 60_000,
  });
  expect([...buckets].map(([hour, { offered }]) => [hour, offered])).toEqual([
    [0, 4],
    [1, 1],
  ]);
  expect([...agents]).toEqual([
    ["dev", { answered: 2, missedOffers: 0, talkMs: 60_000, longestWaitTakenMs: 40_000 }],
    ["ines", { answered: 0, missedOffers: 1, talkMs: 0, longestWaitTakenMs: 0 }],
  ]);
});

test("[QNUM2] a queue without calls has no averages and no service level", () => {
  const { total, buckets, agents } = countQueue(
    [{ ...base, at: 1, type: "signedIn", endpointId: "dev" }],
    options,
  );
  expect(total).toMatchObject({
    offered: 0,
    serviceLevel: undefined,
    averageWaitMs: undefined,
    averageTalkMs: undefined,
    longestWaitMs: 0,
  });
  expect([buckets.size, agents.size]).toEqual([0, 0]);
});

const duration = fc.integer({ min: 0, max: 90_000 });
const anyRecord: fc.Arbitrary<QueueRecord> = fc
  .record({
    at: fc.integer({ min: 0, max: 5 * HOUR_MS }),
    callId: fc.constantFrom("a", "b", "c"),
    endpointId: fc.constantFrom("dev", "ines", "priya"),
    waitMs: duration,
    talkMs: duration,
    ringMs: duration,
    type: fc.constantFrom(
      ...(["entered", "offered", "missed", "answered", "abandoned", "overflowed", "moved", "ended"] as const),
      ...(["callbackAsked", "callbackTaken", "callbackFailed", "callbackDropped"] as const),
      ...(["signedIn", "paused", "wrapUp"] as const),
    ),
  })
  .map((drawn) => recordFrom(drawn));

interface Drawn {
  readonly at: number;
  readonly callId: string;
  readonly endpointId: string;
  readonly waitMs: number;
  readonly talkMs: number;
  readonly ringMs: number;
  readonly type: QueueRecord["type"];
}

function recordFrom({ at, callId, endpointId, waitMs, talkMs, ringMs, type }: Drawn): QueueRecord {
  const call = { ...base, at, callId };
  switch (type) {
    case "entered":
      return { ...call, type, priority: 0 };
    case "offered":
      return { ...call, type, endpointIds: [endpointId] };
    case "missed":
      return { ...call, type, endpointId, reason: "noAnswer", ringMs };
    case "answered":
      return { ...call, type, endpointId, waitMs };
    case "callbackAsked":
      return { ...call, type };
    case "callbackTaken":
      return { ...call, type, endpointId, newCallId: "d" };
    case "callbackFailed":
      return { ...call, type, endpointId, reason: "busy" };
    case "callbackDropped":
      return { ...call, type, waitMs, reason: "noAnswer" };
    case "abandoned":
    case "moved":
      return { ...call, type, waitMs };
    case "overflowed":
      return { ...call, type, waitMs, reason: "full" };
    case "ended":
      return { ...call, type, endpointId, talkMs };
    case "paused":
      return { ...base, at, type, endpointId, reason: "Lunch" };
    case "wrapUp":
      return { ...base, at, type, endpointId, untilMs: at };
    default:
      return { ...base, at, type, endpointId };
  }
}

const of = <Type extends QueueRecord["type"]>(records: readonly QueueRecord[], type: Type) =>
  records.filter((record): record is Extract<QueueRecord, { type: Type }> => record.type === type);
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const average = (values: readonly number[]): number | undefined =>
  values.length === 0 ? undefined : sum(values) / values.length;

/** The same by looking through all records once for every number. */
function scan(records: readonly QueueRecord[]): CallNumbers {
  const answered = of(records, "answered").map(({ waitMs }) => waitMs);
  const abandoned = of(records, "abandoned").map(({ waitMs }) => waitMs);
  const overflowed = of(records, "overflowed").map(({ waitMs }) => waitMs);
  const waits = [
    ...answered,
    ...abandoned,
    ...overflowed,
    ...of(records, "moved").map(({ waitMs }) => waitMs),
    ...of(records, "callbackDropped").map(({ waitMs }) => waitMs),
  ];
  const judged = answered.length + abandoned.filter((waitMs) => waitMs > options.serviceLevelMs).length;
  const inTime = answered.filter((waitMs) => waitMs <= options.serviceLevelMs).length;
  return {
    offered: of(records, "entered").length,
    answered: answered.length,
    abandoned: abandoned.length,
    overflowed: overflowed.length,
    serviceLevel: judged === 0 ? undefined : inTime / judged,
    averageWaitMs: average(waits),
    longestWaitMs: Math.max(0, ...waits),
    averageTalkMs: average(of(records, "ended").map(({ talkMs }) => talkMs)),
  };
}

function scanAgent(records: readonly QueueRecord[], agent: string): AgentNumbers {
  const isOwn = ({ endpointId }: { endpointId: string }): boolean => endpointId === agent;
  const taken = of(records, "answered").filter(isOwn);
  return {
    answered: taken.length,
    missedOffers: of(records, "missed").filter(isOwn).length,
    talkMs: sum(
      of(records, "ended")
        .filter(isOwn)
        .map(({ talkMs }) => talkMs),
    ),
    longestWaitTakenMs: Math.max(0, ...taken.map(({ waitMs }) => waitMs)),
  };
}

test("[QNUM3] whatever happened, the numbers are those of a plain scan, in total, by the hour and by agent", () => {
  fc.assert(
    fc.property(fc.array(anyRecord, { maxLength: 60 }), (records) => {
      const { total, buckets, agents } = countQueue(records, options);
      expect(total).toEqual(scan(records));
      for (const [hour, numbers] of buckets)
        expect(numbers).toEqual(scan(records.filter((record) => options.bucketOf(record) === hour)));
      for (const [agent, numbers] of agents) expect(numbers).toEqual(scanAgent(records, agent));
      expect(sum([...buckets.values()].map(({ answered }) => answered))).toBe(total.answered);
    }),
  );
});
