import { storableText } from "@offhook/kernel";
import type { SavedWaitingCall } from "@offhook/pbx";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../database/schema/database-schema.ts";

/** Grows with every change of what is saved. */
const VERSION = 1;

/** Those of a queue that was deleted meanwhile are left out. */
export async function saveWaitingCalls(
  query: Kysely<DB>,
  calls: readonly SavedWaitingCall[],
  now: Date,
): Promise<void> {
  if (calls.length === 0) return;
  const rows = calls.map((saved) => ({
    call_id: saved.core.id,
    customer_id: Number(saved.core.companyId),
    queue_id: Number(saved.caller.queueId),
    entered_at: new Date(saved.caller.since),
    seen_at: now,
    version: VERSION,
    saved,
  }));
  await sql`
    insert into waiting_calls
    select row.* from jsonb_populate_recordset(null::waiting_calls, ${storable(rows)}::jsonb) as row
    join queues on queues.id = row.queue_id and queues.customer_id = row.customer_id
    on conflict (call_id) do update set
      queue_id = excluded.queue_id, entered_at = excluded.entered_at, seen_at = excluded.seen_at,
      version = excluded.version, saved = excluded.saved`.execute(query);
}

/** What a phone sends is any text. */
const storable = (rows: readonly object[]): string =>
  JSON.stringify(rows, (_name, value) => (typeof value === "string" ? storableText(value) : value));

export async function deleteWaitingCalls(query: Kysely<DB>, callIds: readonly string[]): Promise<void> {
  if (callIds.length === 0) return;
  await query.deleteFrom("waiting_calls").where("call_id", "in", callIds).execute();
}

export async function noteWaitingLife(query: Kysely<DB>, now: Date): Promise<void> {
  await query.updateTable("waiting_calls").set({ seen_at: now }).execute();
}

export interface StoredWaitingCall {
  readonly callId: string;
  readonly companyId: string;
  readonly queueId: string;
  readonly enteredAt: Date;
  readonly seenAt: Date;
  /** Undefined where another version of the program wrote it. */
  readonly saved: SavedWaitingCall | undefined;
}

/** Those who came first, first. */
export async function loadWaitingCalls(query: Kysely<DB>): Promise<StoredWaitingCall[]> {
  const rows = await query.selectFrom("waiting_calls").selectAll().orderBy("entered_at").execute();
  return rows.map((row) => ({
    callId: row.call_id,
    companyId: String(row.customer_id),
    queueId: String(row.queue_id),
    enteredAt: row.entered_at,
    seenAt: row.seen_at,
    // Written by this same version of the program, and by nobody else.
    saved: row.version === VERSION ? (row.saved as unknown as SavedWaitingCall) : undefined,
  }));
}
