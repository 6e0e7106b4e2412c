import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { DB } from "../../database/schema/database-schema.ts";

export type OutboxChannel = "mail" | "sms";

export interface OutboxRow {
  readonly id: string;
  readonly channel: string;
  readonly sealed: Buffer;
  readonly attempts: number;
}

export async function insertOutboxMessage(
  query: Kysely<DB>,
  row: { id: string; channel: OutboxChannel; sealed: Buffer; next_attempt_at: Date; expires_at: Date },
): Promise<void> {
  await query.insertInto("outbox_messages").values(row).execute();
}

/** Takes what is due and puts it off until `retryAt`, so that no other server sends it meanwhile. */
export async function claimOutboxMessages(
  query: Kysely<DB>,
  claim: { now: Date; retryAt: Date; limit: number },
): Promise<OutboxRow[]> {
  return query
    .updateTable("outbox_messages")
    .set({ attempts: sql`attempts + 1`, next_attempt_at: claim.retryAt })
    .where("id", "in", (due) =>
      due
        .selectFrom("outbox_messages")
        .select("id")
        .where("next_attempt_at", "<=", claim.now)
        .orderBy("next_attempt_at")
        .limit(claim.limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning(["id", "channel", "sealed", "attempts"])
    .execute();
}

export async function postponeOutboxMessage(query: Kysely<DB>, id: string, until: Date): Promise<void> {
  await query.updateTable("outbox_messages").set({ next_attempt_at: until }).where("id", "=", id).execute();
}

export async function deleteOutboxMessage(query: Kysely<DB>, id: string): Promise<void> {
  await query.deleteFrom("outbox_messages").where("id", "=", id).execute();
}

export async function deleteExpiredOutboxMessages(query: Kysely<DB>, now: Date): Promise<string[]> {
  const rows = await query
    .deleteFrom("outbox_messages")
    .where("expires_at", "<=", now)
    .returning("id")
    .execute();
  return rows.map((row) => row.id);
}

export async function nextOutboxAttempt(query: Kysely<DB>): Promise<Date | undefined> {
  const row = await query
    .selectFrom("outbox_messages")
    .select("next_attempt_at")
    .orderBy("next_attempt_at")
    .limit(1)
    .executeTakeFirst();
  return row?.next_attempt_at;
}
