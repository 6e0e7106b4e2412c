import { type Kysely, type Selectable, sql } from "kysely";
import type { DB, RefreshTokens } from "../../../database/schema/database-schema.ts";
import type { EndReason } from "../sessions/session-repository.ts";

export type RefreshTokenRow = Selectable<RefreshTokens>;

export async function findRefreshToken(
  query: Kysely<DB>,
  hash: Buffer,
): Promise<RefreshTokenRow | undefined> {
  return query.selectFrom("refresh_tokens").selectAll().where("token_hash", "=", hash).executeTakeFirst();
}

/** The first token of a new family, or the next of a running one; the session's numbers go along. */
export async function insertRefreshToken(
  query: Kysely<DB>,
  row: Pick<RefreshTokenRow, "token_hash" | "session_id" | "family" | "generation" | "expires_at">,
): Promise<void> {
  await query.insertInto("refresh_tokens").values(row).execute();
  await query
    .updateTable("sessions")
    .set({
      refresh_family: row.family,
      refresh_generation: row.generation,
      expires_at: sql`greatest(expires_at, ${row.expires_at})`,
    })
    .where("id", "=", row.session_id)
    .execute();
}

export async function markRotated(
  query: Kysely<DB>,
  hash: Buffer,
  rotation: { readonly at: Date; readonly salt: Buffer },
): Promise<void> {
  await query
    .updateTable("refresh_tokens")
    .set({ rotated_at: rotation.at, successor_salt: rotation.salt })
    .where("token_hash", "=", hash)
    .execute();
}

/** What leads from one generation of a session to its newest, oldest first. */
export async function listSuccessorSalts(
  query: Kysely<DB>,
  sessionId: string,
  fromGeneration: number,
): Promise<Buffer[]> {
  const rows = await query
    .selectFrom("refresh_tokens")
    .select("successor_salt")
    .where("session_id", "=", sessionId)
    .where("generation", ">=", fromGeneration)
    .orderBy("generation")
    .execute();
  return rows.flatMap((row) => (row.successor_salt ? [row.successor_salt] : []));
}

export async function deleteExpiredRefreshTokens(query: Kysely<DB>, now: Date): Promise<void> {
  await query.deleteFrom("refresh_tokens").where("expires_at", "<", now).execute();
}

/** Why the session of a refresh token is over; undefined while it runs, or when nobody knows the token. */
export async function findEndReason(query: Kysely<DB>, tokenHash: Buffer): Promise<EndReason | undefined> {
  const row = await query
    .selectFrom("refresh_tokens")
    .innerJoin("sessions", "sessions.id", "refresh_tokens.session_id")
    .innerJoin("users", "users.id", "sessions.user_id")
    .select(["sessions.end_reason", "users.disabled_at"])
    .where("refresh_tokens.token_hash", "=", tokenHash)
    .executeTakeFirst();
  if (row?.disabled_at) return "userDisabled";
  return (row?.end_reason ?? undefined) as EndReason | undefined;
}
