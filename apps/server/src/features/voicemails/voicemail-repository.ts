import type { VoicemailFolder } from "@offhook/contract";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../database/schema/database-schema.ts";

export interface FoundVoicemail {
  readonly id: string;
  readonly isNew: boolean;
  readonly deletedAt: Date | null;
}

/** A message of the box, whether it is deleted or not; locked until the end of the transaction. */
export async function lockVoicemail(
  query: Kysely<DB>,
  boxId: number,
  id: string,
): Promise<FoundVoicemail | undefined> {
  const row = await query
    .selectFrom("voicemail_messages")
    .select(["id", "heard_at", "deleted_at"])
    .where("id", "=", id)
    .where("voicemail_box_id", "=", boxId)
    .forUpdate()
    .executeTakeFirst();
  return row && { id: row.id, isNew: row.heard_at === null, deletedAt: row.deleted_at };
}

export async function saveDeletedAt(query: Kysely<DB>, id: string, deletedAt: Date | null): Promise<void> {
  await query.updateTable("voicemail_messages").set({ deleted_at: deletedAt }).where("id", "=", id).execute();
}

/** Those of them that were elsewhere. */
export async function moveToFolder(
  query: Kysely<DB>,
  boxId: number,
  ids: readonly string[],
  folder: VoicemailFolder,
): Promise<string[]> {
  const moved = await query
    .updateTable("voicemail_messages")
    .set({ folder })
    .where("voicemail_box_id", "=", boxId)
    .where("deleted_at", "is", null)
    .where("folder", "<>", folder)
    .where(sql<boolean>`id = any(${[...ids]}::text[])`)
    .returning("id")
    .execute();
  return moved.map(({ id }) => id);
}

/** Those that are in the box and not deleted. */
export async function listIdsIn(query: Kysely<DB>, boxId: number, ids: readonly string[]): Promise<string[]> {
  const rows = await query
    .selectFrom("voicemail_messages")
    .select("id")
    .where("voicemail_box_id", "=", boxId)
    .where("deleted_at", "is", null)
    .where(sql<boolean>`id = any(${[...ids]}::text[])`)
    .execute();
  return rows.map(({ id }) => id);
}

/** Ids of what was new. Without ids: everything in the box. */
export async function clearNew(
  query: Kysely<DB>,
  boxId: number,
  ids: readonly string[] | undefined,
  at: Date,
): Promise<string[]> {
  let messages = query
    .updateTable("voicemail_messages")
    .set({ heard_at: at })
    .where("voicemail_box_id", "=", boxId)
    .where("deleted_at", "is", null)
    .where("heard_at", "is", null);
  if (ids) messages = messages.where(sql<boolean>`id = any(${[...ids]}::text[])`);
  return (await messages.returning("id").execute()).map(({ id }) => id);
}

/** Ids of what was not new. */
export async function setNew(query: Kysely<DB>, boxId: number, ids: readonly string[]): Promise<string[]> {
  const changed = await query
    .updateTable("voicemail_messages")
    .set({ heard_at: null })
    .where("voicemail_box_id", "=", boxId)
    .where("deleted_at", "is", null)
    .where("heard_at", "is not", null)
    .where(sql<boolean>`id = any(${[...ids]}::text[])`)
    .returning("id")
    .execute();
  return changed.map(({ id }) => id);
}

/** Ids of what the user had not read before. */
export async function insertReader(
  query: Kysely<DB>,
  ids: readonly string[],
  userId: number,
  at: Date,
): Promise<string[]> {
  if (ids.length === 0) return [];
  const inserted = await query
    .insertInto("voicemail_readers")
    .values(ids.map((message_id) => ({ message_id, user_id: userId, read_at: at })))
    .onConflict((conflict) => conflict.doNothing())
    .returning("message_id")
    .execute();
  return inserted.map(({ message_id }) => message_id);
}

/** Ids of what the user had read. */
export async function deleteReader(
  query: Kysely<DB>,
  ids: readonly string[],
  userId: number,
): Promise<string[]> {
  const deleted = await query
    .deleteFrom("voicemail_readers")
    .where("user_id", "=", userId)
    .where(sql<boolean>`message_id = any(${[...ids]}::text[])`)
    .returning("message_id")
    .execute();
  return deleted.map(({ message_id }) => message_id);
}

export async function findMailboxOwner(query: Kysely<DB>, boxId: number): Promise<number | null> {
  const box = await query
    .selectFrom("voicemail_boxes")
    .select("owner_id")
    .where("id", "=", boxId)
    .executeTakeFirst();
  return box?.owner_id ?? null;
}
