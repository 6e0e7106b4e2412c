import type { Insertable, Kysely } from "kysely";
import type { DB, LoginTokens } from "../../../database/schema/database-schema.ts";

export async function insertLoginToken(query: Kysely<DB>, row: Insertable<LoginTokens>): Promise<void> {
  await query.insertInto("login_tokens").values(row).execute();
}

/** Gives the token's user to exactly one caller, and to none when the session that made it has ended. */
export async function takeLoginToken(
  query: Kysely<DB>,
  tokenHash: Buffer,
  now: Date,
): Promise<{ readonly user_id: number } | undefined> {
  return query
    .deleteFrom("login_tokens")
    .using("sessions")
    .whereRef("sessions.id", "=", "login_tokens.session_id")
    .where("login_tokens.token_hash", "=", tokenHash)
    .where("login_tokens.expires_at", ">", now)
    .where("sessions.ended_at", "is", null)
    .returning("sessions.user_id")
    .executeTakeFirst();
}

export async function deleteExpiredLoginTokens(query: Kysely<DB>, now: Date): Promise<void> {
  await query.deleteFrom("login_tokens").where("expires_at", "<=", now).execute();
}
