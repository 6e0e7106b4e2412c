import type { ClosedLegRecord, LegRecord } from "@offhook/pbx";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../database/database-schema.ts";

/** What a line or a queue that was deleted meanwhile leaves behind is a record without it. */
export async function insertOpenRecord(query: Kysely<DB>, leg: LegRecord): Promise<void> {
  const startedAt = new Date(leg.startedAt);
  await sql`
    insert into call_records (
      id, call_id, customer_id, phone_id, trunk_id, queue_id, dir, own_number, number, name, dialled,
      started_at, seen_at
    )
    select ${leg.id}, ${leg.callId}, customers.id,
      (select id from phones where id = ${idOf(leg.endpointId)} and customer_id = customers.id),
      ${leg.trunkId ?? null},
      (select id from queues where id = ${idOf(leg.queueId)} and customer_id = customers.id),
      ${leg.direction}, ${digitsOf(leg.ownNumber)}, ${digitsOf(leg.number)}, ${leg.name}, ${digitsOf(leg.dialled)},
      ${startedAt}, ${startedAt}
    from customers where id = ${idOf(leg.companyId)}
    on conflict (id) do nothing`.execute(query);
}

/** Numbers are kept without the plus, as everywhere in the console. */
export const digitsOf = (number: string): string => number.replace(/^\+/, "");
const idOf = (id: string | undefined): number | null => (id === undefined ? null : Number(id));

export async function noteAnswer(query: Kysely<DB>, legIds: readonly string[], at: Date): Promise<void> {
  await query
    .updateTable("call_records")
    .set({ answered_at: at })
    .where("id", "in", [...legIds])
    .where("answered_at", "is", null)
    .where("ended_at", "is", null)
    .execute();
}

export async function noteLife(query: Kysely<DB>, at: Date): Promise<void> {
  await query.updateTable("call_records").set({ seen_at: at }).where("ended_at", "is", null).execute();
}

/** Whether this was the first time: a record is closed once. */
export async function closeRecord(query: Kysely<DB>, leg: ClosedLegRecord): Promise<boolean> {
  const closed = await query
    .updateTable("call_records")
    .set({
      number: digitsOf(leg.number),
      name: leg.name,
      answered_at: leg.answeredAt === undefined ? null : new Date(leg.answeredAt),
      seen_at: new Date(leg.endedAt),
      ended_at: new Date(leg.endedAt),
      duration_ms: Math.round(leg.durationMs),
      status: leg.status,
      cause: leg.cause,
      is_blocked: leg.isBlocked,
      device_id: leg.deviceId ?? null,
      cost: leg.cost,
      quality: JSON.stringify(leg.quality),
    })
    .where("id", "=", leg.id)
    .where("ended_at", "is", null)
    .returning("id")
    .execute();
  return closed.length > 0;
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
