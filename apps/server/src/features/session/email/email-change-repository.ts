import type { Kysely, Selectable } from "kysely";
import type { DB, EmailChanges } from "../../../database/schema/database-schema.ts";

export type EmailChangeRow = Selectable<EmailChanges>;

/** A user changes to one address at a time: what was asked for before and not confirmed ends. */
export async function endPendingChanges(query: Kysely<DB>, userId: number, at: Date): Promise<void> {
  await query
    .updateTable("email_changes")
    .set({ ended_at: at })
    .where("user_id", "=", userId)
    .where("confirmed_at", "is", null)
    .where("ended_at", "is", null)
    .execute();
}

export async function insertEmailChange(
  query: Kysely<DB>,
  row: Omit<EmailChangeRow, "confirmed_at" | "ended_at">,
): Promise<void> {
  await query.insertInto("email_changes").values(row).execute();
}

export async function findChangeToConfirm(
  query: Kysely<DB>,
  confirmHash: Buffer,
): Promise<EmailChangeRow | undefined> {
  return query
    .selectFrom("email_changes")
    .selectAll()
    .where("confirm_hash", "=", confirmHash)
    .executeTakeFirst();
}

export async function findEmailChange(query: Kysely<DB>, id: string): Promise<EmailChangeRow | undefined> {
  return query.selectFrom("email_changes").selectAll().where("id", "=", id).executeTakeFirst();
}

export async function findPendingEmail(
  query: Kysely<DB>,
  userId: number,
  now: Date,
): Promise<string | undefined> {
  const row = await query
    .selectFrom("email_changes")
    .select("new_email")
    .where("user_id", "=", userId)
    .where("confirmed_at", "is", null)
    .where("ended_at", "is", null)
    .where("confirm_until", ">", now)
    .executeTakeFirst();
  return row?.new_email;
}

export async function saveConfirmed(
  query: Kysely<DB>,
  id: string,
  times: { readonly confirmed_at: Date; readonly undo_until: Date },
): Promise<void> {
  await query.updateTable("email_changes").set(times).where("id", "=", id).execute();
}

/** This change and every later one: a user who takes one back does not want those that came after it. */
export async function endChangesSince(
  query: Kysely<DB>,
  userId: number,
  since: Date,
  at: Date,
): Promise<void> {
  await query
    .updateTable("email_changes")
    .set({ ended_at: at })
    .where("user_id", "=", userId)
    .where("created_at", ">=", since)
    .where("ended_at", "is", null)
    .execute();
}

export async function countChangesSince(query: Kysely<DB>, userId: number, since: Date): Promise<number> {
  const row = await query
    .selectFrom("email_changes")
    .select((select) => select.fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .where("created_at", ">=", since)
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function deleteOldEmailChanges(query: Kysely<DB>, now: Date): Promise<void> {
  await query.deleteFrom("email_changes").where("undo_until", "<", now).execute();
}
