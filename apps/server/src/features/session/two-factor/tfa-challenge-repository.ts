import type { Kysely, Selectable } from "kysely";
import type { DB, TfaChallenges, TfaCodes } from "../../../database/schema/database-schema.ts";

export type TfaChallengeRow = Selectable<TfaChallenges>;
export type TfaCodeRow = Selectable<TfaCodes>;

export async function insertChallenge(
  query: Kysely<DB>,
  row: {
    token_hash: Buffer;
    user_id: number;
    expires_at: Date;
    sign_in: string;
    session_id: string | null;
  },
): Promise<void> {
  await query.insertInto("tfa_challenges").values(row).execute();
}

/** Whoever changes a challenge holds its user's lock, so it needs none of its own. */
export async function findChallenge(
  query: Kysely<DB>,
  tokenHash: Buffer,
): Promise<TfaChallengeRow | undefined> {
  return query
    .selectFrom("tfa_challenges")
    .selectAll()
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
}

export async function saveWrongCodes(
  query: Kysely<DB>,
  tokenHash: Buffer,
  wrongCodes: number,
): Promise<void> {
  await query
    .updateTable("tfa_challenges")
    .set({ wrong_codes: wrongCodes })
    .where("token_hash", "=", tokenHash)
    .execute();
}

export async function deleteChallenge(query: Kysely<DB>, tokenHash: Buffer): Promise<void> {
  await query.deleteFrom("tfa_challenges").where("token_hash", "=", tokenHash).execute();
}

export async function deleteChallengesOfUser(query: Kysely<DB>, userId: number): Promise<void> {
  await query.deleteFrom("tfa_challenges").where("user_id", "=", userId).execute();
}

export async function deleteExpiredChallenges(query: Kysely<DB>, now: Date): Promise<void> {
  await query.deleteFrom("tfa_challenges").where("expires_at", "<=", now).execute();
}

export async function findCode(
  query: Kysely<DB>,
  challengeHash: Buffer,
  type: string,
): Promise<TfaCodeRow | undefined> {
  return query
    .selectFrom("tfa_codes")
    .selectAll()
    .where("challenge_hash", "=", challengeHash)
    .where("type", "=", type)
    .executeTakeFirst();
}

export async function saveCode(query: Kysely<DB>, row: TfaCodeRow): Promise<void> {
  await query
    .insertInto("tfa_codes")
    .values(row)
    .onConflict((conflict) => conflict.columns(["challenge_hash", "type"]).doUpdateSet(row))
    .execute();
}
