import { type Kysely, type Selectable, sql } from "kysely";
import type { DB, PasswordResets } from "../../../database/schema/database-schema.ts";

export type PasswordResetRow = Selectable<PasswordResets>;

export async function insertResetRequest(query: Kysely<DB>, email: string, now: Date): Promise<void> {
  await query.insertInto("password_reset_requests").values({ email, created_at: now }).execute();
}

/** Takes the oldest request that no other server is working on; it is gone when the transaction commits. */
export async function takeResetRequest(query: Kysely<DB>): Promise<{ readonly email: string } | undefined> {
  return query
    .deleteFrom("password_reset_requests")
    .where("id", "=", (oldest) =>
      oldest
        .selectFrom("password_reset_requests")
        .select("id")
        .orderBy("id")
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning("email")
    .executeTakeFirst();
}

export async function countResetsSince(query: Kysely<DB>, userId: number, since: Date): Promise<number> {
  const row = await query
    .selectFrom("password_resets")
    .select((select) => select.fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .where("created_at", ">", since)
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function insertReset(query: Kysely<DB>, row: Omit<PasswordResetRow, "used_at">): Promise<void> {
  await query.insertInto("password_resets").values(row).execute();
}

export async function findReset(query: Kysely<DB>, tokenHash: Buffer): Promise<PasswordResetRow | undefined> {
  return query
    .selectFrom("password_resets")
    .selectAll()
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
}

/** With the one that is used, every other open link of the user is worthless too. */
export async function markResetsUsed(query: Kysely<DB>, userId: number, now: Date): Promise<void> {
  await query
    .updateTable("password_resets")
    .set({ used_at: sql`coalesce(used_at, ${now})` })
    .where("user_id", "=", userId)
    .execute();
}

export async function deleteOldResets(query: Kysely<DB>, before: Date): Promise<void> {
  await query.deleteFrom("password_resets").where("expires_at", "<", before).execute();
}
