import { storableText } from "@offhook/kernel";
import type { QueueRecord } from "@offhook/pbx";
import { type Kysely, type Selectable, sql } from "kysely";
import { OFTEN } from "../../../database/postgres/prepared-statements.ts";
import type { DB, QueueRecords } from "../../../database/schema/database-schema.ts";

/** A record with what makes it unique, so that it may be written twice. */
export interface KeyedQueueRecord {
  readonly key: string;
  readonly record: QueueRecord;
}

/** In their order. What a queue that was deleted meanwhile has told is left out. */
export async function insertQueueRecords(
  query: Kysely<DB>,
  records: readonly KeyedQueueRecord[],
): Promise<void> {
  if (records.length === 0) return;
  const rows = records.map(({ key, record }) => ({ key, ...columnsOf(record) }));
  await sql`
    ${OFTEN} insert into queue_records (
      key, customer_id, queue_id, at, type, call_id, phone_ids, reason, duration_ms, priority, to_queue_id, until_at,
      new_call_id
    )
    select each.key, queues.customer_id, queues.id, each.at, each.type, each.call_id, each.phone_ids, each.reason,
      each.duration_ms, each.priority, each.to_queue_id, each.until_at, each.new_call_id
    from rows from (
      jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (
        key text, customer_id integer, queue_id integer, at timestamptz, type text, call_id text,
        phone_ids integer[], reason text, duration_ms integer, priority integer, to_queue_id integer,
        until_at timestamptz, new_call_id text
      )
    ) with ordinality as each (
      key, customer_id, queue_id, at, type, call_id, phone_ids, reason, duration_ms, priority, to_queue_id, until_at,
      new_call_id, position
    )
    join queues on queues.id = each.queue_id and queues.customer_id = each.customer_id
    order by each.position
    on conflict (key) do nothing`.execute(query);
}

function columnsOf(record: QueueRecord) {
  const { type, at, companyId, queueId } = record;
  return {
    type,
    customer_id: Number(companyId),
    queue_id: Number(queueId),
    at: new Date(at),
    call_id: "callId" in record ? record.callId : null,
    phone_ids: phonesOf(record).map(Number),
    reason: "reason" in record ? storableText(record.reason) : null,
    duration_ms: durationOf(record),
    priority: "priority" in record ? record.priority : null,
    to_queue_id: "toQueueId" in record && record.toQueueId !== undefined ? Number(record.toQueueId) : null,
    until_at: "untilMs" in record ? new Date(record.untilMs) : null,
    new_call_id: "newCallId" in record ? record.newCallId : null,
  };
}

function phonesOf(record: QueueRecord): readonly string[] {
  if ("endpointIds" in record) return record.endpointIds;
  return "endpointId" in record ? [record.endpointId] : [];
}

function durationOf(record: QueueRecord): number | null {
  if ("waitMs" in record) return Math.round(record.waitMs);
  if ("talkMs" in record) return Math.round(record.talkMs);
  return "ringMs" in record ? Math.round(record.ringMs) : null;
}

export interface QueueRecordRange {
  readonly queueIds: readonly number[];
  readonly from: Date;
  /** Not included. */
  readonly to: Date;
}

/** Of these queues in this time, in the order in which it happened. */
export async function listQueueRecords(
  query: Kysely<DB>,
  customerId: number,
  { queueIds, from, to }: QueueRecordRange,
): Promise<QueueRecord[]> {
  const rows = await query
    .selectFrom("queue_records")
    .selectAll()
    .where("customer_id", "=", customerId)
    .where(sql<boolean>`queue_id = any(${[...queueIds]}::integer[])`)
    .where("at", ">=", from)
    .where("at", "<", to)
    .orderBy("at")
    .orderBy("id")
    .execute();
  return rows.map(recordOf);
}

/** Everything that queues have recorded of a call; of one that calls somebody back, also what came before it. */
export async function listQueueRecordsOfCall(
  query: Kysely<DB>,
  customerId: number,
  callId: string,
): Promise<QueueRecord[]> {
  const rows = await query
    .selectFrom("queue_records")
    .selectAll()
    .where(({ eb, or, selectFrom }) =>
      or([
        eb("call_id", "=", callId),
        eb("call_id", "in", selectFrom("queue_records").select("call_id").where("new_call_id", "=", callId)),
      ]),
    )
    .where("customer_id", "=", customerId)
    .orderBy("id")
    .execute();
  return rows.map(recordOf);
}

/** The columns of a type are those that `columnsOf` has written for it. */
function recordOf(row: Selectable<QueueRecords>): QueueRecord {
  const { type, call_id, phone_ids, reason, duration_ms, to_queue_id } = row;
  const base = { at: row.at.getTime(), companyId: String(row.customer_id), queueId: String(row.queue_id) };
  const call = call_id === null ? {} : { callId: call_id };
  const phones = phone_ids.map(String);
  const agent = { endpointId: phones[0] ?? "" };
  const why = reason === null ? {} : { reason };
  const details = (): object => {
    switch (type) {
      case "entered":
        return { priority: row.priority ?? 0 };
      case "offered":
        return { endpointIds: phones };
      case "missed":
        return { ...agent, ...why, ringMs: duration_ms ?? 0 };
      case "answered":
        return { ...agent, waitMs: duration_ms ?? 0 };
      case "abandoned":
      case "overflowed":
      case "callbackDropped":
        return { ...why, waitMs: duration_ms ?? 0 };
      case "moved":
        return {
          waitMs: duration_ms ?? 0,
          ...(to_queue_id === null ? {} : { toQueueId: String(to_queue_id) }),
        };
      case "callbackAsked":
        return {};
      case "callbackTaken":
        return { ...agent, newCallId: row.new_call_id ?? "" };
      case "ended":
        return { ...agent, talkMs: duration_ms ?? 0 };
      case "wrapUp":
        return { ...agent, untilMs: row.until_at?.getTime() ?? 0 };
      default:
        return { ...agent, ...why };
    }
  };
  return { ...base, ...call, type, ...details() } as QueueRecord;
}

export interface OpenWrapUp {
  readonly customer_id: number;
  readonly queue_id: number;
  readonly phone_id: number;
  readonly until_at: Date;
}

/** Nobody is in wrap-up for longer. */
const LONGEST_WRAP_UP_MS = 86_400_000;

/** Wrap-ups that have not ended by themselves, nor by the agent. */
export async function listOpenWrapUps(query: Kysely<DB>, now: Date): Promise<OpenWrapUp[]> {
  const from = new Date(now.getTime() - LONGEST_WRAP_UP_MS);
  const { rows } = await sql<OpenWrapUp>`
    select customer_id, queue_id, phone_ids[1] as phone_id, until_at from queue_records as begun
    where type = 'wrapUp' and at >= ${from} and until_at > ${now} and not exists (
      select from queue_records as later
      where later.at >= begun.at and later.id > begun.id and later.phone_ids = begun.phone_ids
        and later.type in ('ready', 'wrapUp')
    )`.execute(query);
  return rows;
}

/** Forgets what is older. */
export async function forgetQueueRecords(query: Kysely<DB>, before: Date): Promise<void> {
  await query.deleteFrom("queue_records").where("at", "<", before).execute();
}
