import type { QueueRecord } from "@offhook/pbx";
import type { KeyedQueueRecord } from "../../../features/queues/index.ts";
import type { CallRow } from "./call-writer.ts";

const WRAP_UP_MS = 5_000;

export interface QueueStory {
  /** What the history says of the calls. */
  readonly rows: readonly CallRow[];
  /** Calls that have left a message: the queue has sent them on, the other callers hung up. */
  readonly withMessage: ReadonlySet<string>;
  readonly now: number;
}

/**
 * What the queues have recorded of the calls in the history, so that reports, board and history agree: each of a call's
 * rows is an offer to one agent.
 */
export function queueHistoryOf({ rows, withMessage, now }: QueueStory): readonly KeyedQueueRecord[] {
  const calls = new Map<string, CallRow[]>();
  for (const row of rows) {
    if (row.queue_id === null) continue;
    const parts = calls.get(row.call_id);
    if (parts) parts.push(row);
    else calls.set(row.call_id, [row]);
  }
  return [...calls]
    .flatMap(([callId, parts]) => recordsOf(parts, withMessage.has(callId)))
    .filter(({ at }) => at <= now)
    .sort((one, other) => one.at - other.at)
    .map((record, index) => ({ key: `demo-${index + 1}`, record }));
}

function recordsOf(parts: readonly CallRow[], hasMessage: boolean): QueueRecord[] {
  const [first] = parts;
  if (!first) return [];
  const enteredAt = Date.parse(first.started_at);
  const base = {
    companyId: String(first.customer_id),
    queueId: String(first.queue_id),
    callId: first.call_id,
  };
  const entered: QueueRecord = { ...base, at: enteredAt, type: "entered", priority: 0 };
  const offers = offersOf(parts).flatMap((rung) => offerOf(base, rung, enteredAt));
  if (parts.some(({ answered_at }) => answered_at !== null)) return [entered, ...offers];
  const at = Math.max(...parts.map(({ ended_at }) => Date.parse(ended_at)));
  const left = { ...base, at, waitMs: at - enteredAt };
  const end: QueueRecord = hasMessage
    ? { ...left, type: "overflowed", reason: "waitedTooLong" }
    : { ...left, type: "abandoned" };
  return [entered, ...offers, end];
}

/** Phones that rang at the same moment rang for one offer. */
function offersOf(parts: readonly CallRow[]): readonly (readonly CallRow[])[] {
  const offers = new Map<string, CallRow[]>();
  for (const row of parts) offers.set(row.started_at, [...(offers.get(row.started_at) ?? []), row]);
  return [...offers.values()];
}

type Base = Pick<QueueRecord, "companyId" | "queueId"> & { readonly callId: string };

function offerOf(base: Base, rung: readonly CallRow[], enteredAt: number): QueueRecord[] {
  const at = Date.parse(rung[0]?.started_at ?? "");
  const endpointIds = rung.map(({ phone_id }) => String(phone_id));
  return [
    { ...base, at, type: "offered", endpointIds },
    ...rung.flatMap((row) => endOf(base, row, enteredAt)),
  ];
}

function endOf(base: Base, row: CallRow, enteredAt: number): QueueRecord[] {
  const endpointId = String(row.phone_id);
  const endedAt = Date.parse(row.ended_at);
  const { companyId, queueId } = base;
  if (row.answered_at === null) {
    const ringMs = endedAt - Date.parse(row.started_at);
    return [{ ...base, at: endedAt, type: "missed", endpointId, reason: "noAnswer", ringMs }];
  }
  const at = Date.parse(row.answered_at);
  const untilMs = endedAt + WRAP_UP_MS;
  return [
    { ...base, at, type: "answered", endpointId, waitMs: at - enteredAt },
    { ...base, at: endedAt, type: "ended", endpointId, talkMs: row.duration_ms },
    { companyId, queueId, at: endedAt, type: "wrapUp", endpointId, untilMs },
    { companyId, queueId, at: untilMs, type: "ready", endpointId },
  ];
}
