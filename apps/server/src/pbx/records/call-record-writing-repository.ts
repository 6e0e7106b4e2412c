import { storableText } from "@offhook/kernel";
import type { ClosedLegRecord, LegRecord } from "@offhook/pbx";
import { type Kysely, sql } from "kysely";
import { OFTEN } from "../../database/postgres/prepared-statements.ts";
import type { DB } from "../../database/schema/database-schema.ts";

export interface OpenedLeg extends LegRecord {
  /** Where it was answered before it could be written. */
  readonly answeredAt: Date | undefined;
}

/** What a line or a queue that was deleted meanwhile leaves behind is a record without it. */
export async function insertOpenRecords(query: Kysely<DB>, legs: readonly OpenedLeg[]): Promise<void> {
  if (legs.length === 0) return;
  const rows = legs.map((leg) => ({
    id: leg.id,
    call_id: leg.callId,
    customer_id: Number(leg.companyId),
    phone_id: idOf(leg.endpointId),
    trunk_id: leg.trunkId ?? null,
    queue_id: idOf(leg.queueId),
    dir: leg.direction,
    own_number: digitsOf(leg.ownNumber),
    number: digitsOf(leg.number),
    name: storableText(leg.name),
    dialled: digitsOf(leg.dialed),
    started_at: new Date(leg.startedAt),
    answered_at: leg.answeredAt ?? null,
    is_doorbell: leg.isDoorbell === true,
  }));
  await sql`
    ${OFTEN} insert into call_records (
      id, call_id, customer_id, phone_id, trunk_id, queue_id, dir, own_number, number, name, dialled,
      started_at, answered_at, seen_at, is_doorbell
    )
    select leg.id, leg.call_id, customers.id, phones.id, leg.trunk_id, queues.id, leg.dir, leg.own_number,
      leg.number, leg.name, leg.dialled, leg.started_at, leg.answered_at, leg.started_at, leg.is_doorbell
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as leg (
      id text, call_id text, customer_id integer, phone_id integer, trunk_id text, queue_id integer, dir text,
      own_number text, number text, name text, dialled text, started_at timestamptz, answered_at timestamptz,
      is_doorbell boolean
    )
    join customers on customers.id = leg.customer_id
    left join phones on phones.id = leg.phone_id and phones.customer_id = customers.id
    left join queues on queues.id = leg.queue_id and queues.customer_id = customers.id
    on conflict (id) do nothing`.execute(query);
}

/** Numbers are kept without the plus, as everywhere in the console. */
export const digitsOf = (number: string): string => storableText(number.replace(/^\+/, ""));
const idOf = (id: string | undefined): number | null => (id === undefined ? null : Number(id));

/**
 * Said once more for the planner: it takes a list of rows for a hundred, for which it reads through thousands of records
 * rather than look up each.
 */
const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id);

export interface LegAnswer {
  readonly id: string;
  readonly at: Date;
}

export async function noteAnswers(query: Kysely<DB>, answers: readonly LegAnswer[]): Promise<void> {
  if (answers.length === 0) return;
  await sql`
    ${OFTEN} update call_records set answered_at = answer.at
    from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb) as answer (id text, at timestamptz)
    where call_records.id = answer.id and call_records.id = any(${idsOf(answers)}::text[])
      and answered_at is null and ended_at is null`.execute(query);
}

export async function noteLife(query: Kysely<DB>, at: Date): Promise<void> {
  await query.updateTable("call_records").set({ seen_at: at }).where("ended_at", "is", null).execute();
}

/** The ids of those that were still open: a record is closed once. */
export async function closeRecords(
  query: Kysely<DB>,
  legs: readonly ClosedLegRecord[],
): Promise<ReadonlySet<string>> {
  if (legs.length === 0) return new Set();
  const rows = legs.map((leg) => ({
    id: leg.id,
    number: digitsOf(leg.number),
    name: storableText(leg.name),
    answered_at: leg.answeredAt === undefined ? null : new Date(leg.answeredAt),
    ended_at: new Date(leg.endedAt),
    duration_ms: Math.round(leg.durationMs),
    status: leg.status,
    cause: leg.cause,
    is_blocked: leg.isBlocked,
    device_id: leg.deviceId ?? null,
    declined_by: idOf(leg.declinedBy),
    cost: leg.cost,
    quality: leg.quality,
  }));
  const closed = await sql<{ id: string }>`
    ${OFTEN} update call_records set
      number = leg.number, name = leg.name, answered_at = leg.answered_at, seen_at = leg.ended_at,
      ended_at = leg.ended_at, duration_ms = leg.duration_ms, status = leg.status, cause = leg.cause,
      is_blocked = leg.is_blocked, device_id = leg.device_id, cost = leg.cost, quality = leg.quality,
      declined_by = (select id from users where id = leg.declined_by)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as leg (
      id text, number text, name text, answered_at timestamptz, ended_at timestamptz, duration_ms integer,
      status text, cause text, is_blocked boolean, device_id text, cost numeric, quality jsonb,
      declined_by integer
    )
    where call_records.id = leg.id and call_records.id = any(${idsOf(legs)}::text[])
      and call_records.ended_at is null
    returning call_records.id`.execute(query);
  return new Set(closed.rows.map(({ id }) => id));
}

export async function listOpenRecordIds(query: Kysely<DB>): Promise<string[]> {
  const rows = await query.selectFrom("call_records").select("id").where("ended_at", "is", null).execute();
  return rows.map(({ id }) => id);
}

/** Ends what a killed server left open, at the moment it was last known to go on. */
export async function closeCrashedRecord(query: Kysely<DB>, id: string): Promise<void> {
  await sql`
    update call_records set
      ended_at = greatest(seen_at, answered_at, started_at),
      duration_ms = case when answered_at is null then 0
        else extract(epoch from greatest(seen_at, answered_at) - answered_at) * 1000 end,
      status = case when answered_at is null then 'failed' else 'answer' end,
      cause = 'crashed'
    where id = ${id} and ended_at is null`.execute(query);
}
