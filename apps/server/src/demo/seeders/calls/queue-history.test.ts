import { expect, test } from "vitest";
import { countQueue } from "../../../features/queues/numbers/count-queue.ts";
import { createRandom } from "../../seed-context.ts";
import { scriptCalls } from "./call-script.ts";
import { queueHistoryOf } from "./queue-history.ts";

const NOW = Date.parse("2030-01-07T20:00:00Z");
const { rows } = scriptCalls(NOW, createRandom(1));
const ofQueues = rows.filter(({ queue_id }) => queue_id !== null);
const callIds = new Set(ofQueues.map(({ call_id }) => call_id));
const answered = ofQueues.filter(({ answered_at }) => answered_at !== null);
const unanswered = [...callIds].filter((id) => !answered.some(({ call_id }) => call_id === id));
const withMessage = new Set(unanswered.slice(0, 3));
const records = queueHistoryOf({ rows, withMessage, now: NOW }).map(({ record }) => record);
const { total, agents } = countQueue(records, { serviceLevelMs: 20_000, bucketOf: () => 0 });

test("the queues' numbers are those of the history", () => {
  expect(callIds.size).toBeGreaterThan(300);
  expect(total).toMatchObject({
    offered: callIds.size,
    answered: answered.length,
    overflowed: 3,
    abandoned: unanswered.length - 3,
  });
  for (const [id, numbers] of agents) {
    const own = ofQueues.filter(({ phone_id }) => String(phone_id) === id);
    expect(numbers).toMatchObject({
      answered: own.filter(({ status }) => status === "answer").length,
      missedOffers: own.filter(({ status }) => status === "missed").length,
      talkMs: own.reduce((sum, { duration_ms }) => sum + duration_ms, 0),
    });
  }
});

test("every call enters first and ends in exactly one way, and nothing lies in the future", () => {
  const ends = new Set(["answered", "abandoned", "overflowed"]);
  for (const id of callIds) {
    const way = records.filter((record) => "callId" in record && record.callId === id);
    expect(way[0]?.type).toBe("entered");
    expect(way.filter(({ type }) => ends.has(type))).toHaveLength(1);
    for (const record of way)
      if ("waitMs" in record) expect(record.at - (way[0]?.at ?? 0)).toBe(record.waitMs);
  }
  expect(records.every(({ at }) => at <= NOW)).toBe(true);
});
