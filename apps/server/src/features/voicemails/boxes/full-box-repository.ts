import { type Kysely, sql } from "kysely";
import type { DB } from "../../../database/schema/database-schema.ts";

export interface FullBox {
  readonly label: string;
  readonly messages: number;
}

/** Undefined where there is room, and where it was full before: two callers may speak to it at the same time. */
export async function findFullBox(query: Kysely<DB>, boxId: number): Promise<FullBox | undefined> {
  const row = await query
    .selectFrom("voicemail_boxes as box")
    .select(["box.name", "box.label", "box.max_messages"])
    .where("box.id", "=", boxId)
    .where(
      sql<boolean>`box.max_messages = (
        select count(*) from voicemail_messages as message
        where message.voicemail_box_id = box.id and message.deleted_at is null
      )`,
    )
    .executeTakeFirst();
  return row && { label: row.label || row.name, messages: row.max_messages };
}

/** Mail addresses of the owner; of a box that nobody owns, of all who read it. */
export async function listResponsible(query: Kysely<DB>, boxId: number): Promise<string[]> {
  const rows = await query
    .selectFrom("voicemail_boxes as box")
    .leftJoin("voicemail_box_users as reader", "reader.voicemail_box_id", "box.id")
    .innerJoin("users", (join) => join.on(sql<boolean>`users.id = coalesce(box.owner_id, reader.user_id)`))
    .select("users.email")
    .distinct()
    .where("box.id", "=", boxId)
    .where("users.disabled_at", "is", null)
    .where("users.email", "<>", "")
    .execute();
  return rows.map(({ email }) => email);
}
