import { storableText } from "@offhook/kernel";
import type { SavedCallback } from "@offhook/pbx";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../../database/schema/database-schema.ts";

/** Left out where the queue was deleted meanwhile. */
export async function saveCallback(query: Kysely<DB>, callback: SavedCallback): Promise<void> {
  const values = columnsOf(callback);
  const { rows } = await sql`
    select 1 from queues where id = ${values.queue_id} and customer_id = ${values.customer_id} for share`.execute(
    query,
  );
  if (rows.length === 0) return;
  await query
    .insertInto("queue_callbacks")
    .values({ call_id: callback.callId, ...values })
    .onConflict((conflict) => conflict.column("call_id").doUpdateSet(values))
    .execute();
}

function columnsOf(callback: SavedCallback) {
  const { companyId, queueId, number, name, priority, skills, blockedBy, failures } = callback;
  return {
    customer_id: Number(companyId),
    queue_id: Number(queueId),
    number,
    name: storableText(name),
    priority,
    skills: [...skills],
    blocked_by: blockedBy.map(Number),
    since: new Date(callback.since),
    turn_at: new Date(callback.turnAt),
    moved_up_at: callback.movedUpAt === undefined ? null : new Date(callback.movedUpAt),
    failures,
    not_before: new Date(callback.notBefore),
  };
}

export async function deleteCallback(query: Kysely<DB>, callId: string): Promise<void> {
  await query.deleteFrom("queue_callbacks").where("call_id", "=", callId).execute();
}

export async function listCallbacks(query: Kysely<DB>): Promise<SavedCallback[]> {
  const rows = await query.selectFrom("queue_callbacks").selectAll().orderBy("turn_at").execute();
  return rows.map((row) => ({
    callId: row.call_id,
    companyId: String(row.customer_id),
    queueId: String(row.queue_id),
    number: row.number,
    name: row.name,
    priority: row.priority,
    skills: row.skills,
    blockedBy: row.blocked_by.map(String),
    since: row.since.getTime(),
    turnAt: row.turn_at.getTime(),
    movedUpAt: row.moved_up_at?.getTime(),
    failures: row.failures,
    notBefore: row.not_before.getTime(),
  }));
}
