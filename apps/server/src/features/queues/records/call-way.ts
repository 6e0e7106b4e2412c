import type { CallQueueStep } from "@offhook/contract";
import type { QueueRecord } from "@offhook/pbx";
import type { Kysely } from "kysely";
import type { DB } from "../../../database/schema/database-schema.ts";
import { listAgentNames } from "../numbers/agent-name-repository.ts";
import { findQueues } from "../queue-repository.ts";
import { listQueueRecordsOfCall } from "./queue-record-repository.ts";

const STEPS = [
  ...(["entered", "offered", "missed", "answered", "abandoned", "overflowed", "moved"] as const),
  ...(["callbackAsked", "callbackTaken", "callbackFailed", "callbackDropped"] as const),
];
type StepRecord = Extract<QueueRecord, { type: (typeof STEPS)[number] }>;

const isStep = (record: QueueRecord): record is StepRecord =>
  (STEPS as readonly string[]).includes(record.type);

/** How a call went through queues, until somebody took it or it left. */
export async function readCallWay(
  query: Kysely<DB>,
  customerId: number,
  callId: string,
): Promise<CallQueueStep[]> {
  const records = (await listQueueRecordsOfCall(query, customerId, callId)).filter(isStep);
  if (records.length === 0) return [];
  const queueIds = records.flatMap((record) => [record.queueId, toQueueOf(record) ?? record.queueId]);
  const [queues, agents] = await Promise.all([
    findQueues(query, [...new Set(queueIds)].map(Number)),
    listAgentNames(query, customerId, [...new Set(records.flatMap(agentsOf))].map(Number)),
  ]);
  const queueNames = new Map(queues.map(({ id, name }) => [String(id), name]));
  const agentNames = new Map(agents.map(({ phone_id, name }) => [String(phone_id), name]));
  return records.map((record) => {
    const { type, at, queueId } = record;
    const toQueue = toQueueOf(record);
    return {
      type,
      at: Math.floor(at / 1000),
      queue: queueNames.get(queueId) ?? "",
      agents: agentsOf(record).map((id) => agentNames.get(id) ?? ""),
      reason: "reason" in record ? record.reason : null,
      seconds: secondsOf(record),
      to_queue: toQueue === undefined ? null : (queueNames.get(toQueue) ?? ""),
    };
  });
}

const toQueueOf = (record: StepRecord): string | undefined =>
  record.type === "moved" ? record.toQueueId : undefined;

function agentsOf(record: StepRecord): readonly string[] {
  if (record.type === "offered") return record.endpointIds;
  return "endpointId" in record ? [record.endpointId] : [];
}

function secondsOf(record: StepRecord): number | null {
  if ("waitMs" in record) return Math.round(record.waitMs / 1000);
  return "ringMs" in record ? Math.round(record.ringMs / 1000) : null;
}
