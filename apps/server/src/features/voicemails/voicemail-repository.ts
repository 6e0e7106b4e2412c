import type { VoicemailFolder } from "@offhook/contract";
import { type Kysely, sql } from "kysely";
import { ItemListRepository } from "../../database/items/item-list-repository.ts";
import { ItemRepository } from "../../database/items/item-repository.ts";
import type { ItemTables } from "../../database/items/item-tables.ts";
import type { DB } from "../../database/schema/database-schema.ts";
import type { DeletedItem } from "../../platform/loops/forgetting-loop.ts";

const tables: ItemTables = {
  items: "voicemail_messages",
  lineId: "voicemail_box_id",
  at: "received_at",
  party: "caller_number",
  readAt: "heard_at",
  canBeNew: sql`true`,
  readers: "voicemail_readers",
  itemId: "message_id",
  source: "voicemail",
};

export const voicemailItems = new ItemRepository(tables);
export const voicemailLists = new ItemListRepository(tables);

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

export async function findMailboxOwner(query: Kysely<DB>, boxId: number): Promise<number | null> {
  const box = await query
    .selectFrom("voicemail_boxes")
    .select("owner_id")
    .where("id", "=", boxId)
    .executeTakeFirst();
  return box?.owner_id ?? null;
}

/** What was deleted before this time. */
export async function listDeleted(query: Kysely<DB>, before: Date, limit: number): Promise<DeletedItem[]> {
  const { rows } = await sql<DeletedItem>`
    select gone.id, array(
      select distinct key from unnest(array[gone.object_key, gone.phone_key]) as own (key)
      where not exists (
        select from voicemail_messages as other
        where other.id <> gone.id and (other.object_key = own.key or other.phone_key = own.key)
      )
    ) as keys
    from voicemail_messages as gone
    where gone.deleted_at <= ${before}
    order by gone.deleted_at
    limit ${limit}`.execute(query);
  return rows;
}
