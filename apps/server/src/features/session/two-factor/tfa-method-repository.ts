import type { Kysely, Selectable } from "kysely";
import type { DB, TfaEnrollments, TfaMethods } from "../../../database/schema/database-schema.ts";

/** The types that are set up one by one; recovery codes come along with the first. */
export type EnrolledType = "app" | "email" | "sms";
export type TfaMethodRow = Selectable<TfaMethods> & { readonly type: EnrolledType };
export type TfaEnrollmentRow = Selectable<TfaEnrollments> & { readonly type: EnrolledType };

export async function listTfaMethods(query: Kysely<DB>, userId: number): Promise<TfaMethodRow[]> {
  const rows = await query
    .selectFrom("tfa_methods")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("type")
    .execute();
  return rows as TfaMethodRow[];
}

/** A second factor of the same type takes the place of the first. */
export async function saveTfaMethod(
  query: Kysely<DB>,
  row: Pick<TfaMethodRow, "user_id" | "type" | "value" | "sealed_secret" | "last_step" | "created_at">,
): Promise<void> {
  await query
    .insertInto("tfa_methods")
    .values(row)
    .onConflict((conflict) => conflict.columns(["user_id", "type"]).doUpdateSet(row))
    .execute();
}

export async function saveLastStep(query: Kysely<DB>, userId: number, lastStep: number): Promise<void> {
  await query
    .updateTable("tfa_methods")
    .set({ last_step: lastStep })
    .where("user_id", "=", userId)
    .where("type", "=", "app")
    .execute();
}

export async function deleteTfaMethod(
  query: Kysely<DB>,
  userId: number,
  type: EnrolledType,
): Promise<boolean> {
  const { numDeletedRows } = await query
    .deleteFrom("tfa_methods")
    .where("user_id", "=", userId)
    .where("type", "=", type)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Recovery codes go too: they may have been made anew since then, by the same hand. */
export async function deleteFactorsSince(query: Kysely<DB>, userId: number, since: Date): Promise<void> {
  await query
    .deleteFrom("tfa_methods")
    .where("user_id", "=", userId)
    .where("created_at", ">=", since)
    .execute();
  await query.deleteFrom("tfa_enrollments").where("user_id", "=", userId).execute();
  await replaceRecoveryCodes(query, userId, []);
}

export async function replaceRecoveryCodes(
  query: Kysely<DB>,
  userId: number,
  hashes: readonly Buffer[],
): Promise<void> {
  await query.deleteFrom("tfa_recovery_codes").where("user_id", "=", userId).execute();
  if (hashes.length === 0) return;
  const rows = hashes.map((hash) => ({ user_id: userId, code_hash: hash }));
  await query.insertInto("tfa_recovery_codes").values(rows).execute();
}

export async function countRecoveryCodes(query: Kysely<DB>, userId: number): Promise<number> {
  const row = await query
    .selectFrom("tfa_recovery_codes")
    .select((select) => select.fn.countAll<number>().as("left"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return row.left;
}

/** True for exactly one of those who try the code. */
export async function spendRecoveryCode(query: Kysely<DB>, userId: number, hash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await query
    .deleteFrom("tfa_recovery_codes")
    .where("user_id", "=", userId)
    .where("code_hash", "=", hash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** A user sets up one thing at a time: an enrollment that was left lying ends. */
export async function replaceEnrollment(
  query: Kysely<DB>,
  row: Omit<TfaEnrollmentRow, "wrong_codes">,
): Promise<void> {
  await query.deleteFrom("tfa_enrollments").where("user_id", "=", row.user_id).execute();
  await query.insertInto("tfa_enrollments").values(row).execute();
}

export async function findEnrollment(
  query: Kysely<DB>,
  userId: number,
  tokenHash: Buffer,
): Promise<TfaEnrollmentRow | undefined> {
  const row = await query
    .selectFrom("tfa_enrollments")
    .selectAll()
    .where("token_hash", "=", tokenHash)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row as TfaEnrollmentRow | undefined;
}

export async function saveEnrollmentWrongCodes(
  query: Kysely<DB>,
  hash: Buffer,
  wrongCodes: number,
): Promise<void> {
  await query
    .updateTable("tfa_enrollments")
    .set({ wrong_codes: wrongCodes })
    .where("token_hash", "=", hash)
    .execute();
}

export async function deleteEnrollment(query: Kysely<DB>, tokenHash: Buffer): Promise<void> {
  await query.deleteFrom("tfa_enrollments").where("token_hash", "=", tokenHash).execute();
}

export async function deleteExpiredEnrollments(query: Kysely<DB>, now: Date): Promise<void> {
  await query.deleteFrom("tfa_enrollments").where("expires_at", "<=", now).execute();
}
