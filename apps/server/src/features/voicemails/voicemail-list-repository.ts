import type { VoicemailListQuery } from "@offhook/contract";
import { type Kysely, sql } from "kysely";
import type { ItemReaderRef } from "../../database/items/item-list-repository.ts";
import type { DB } from "../../database/schema/database-schema.ts";
import { voicemailLists } from "./voicemail-repository.ts";

/** Ids of a page, newest first. */
export function listVoicemailIds(
  query: Kysely<DB>,
  reader: ItemReaderRef,
  { dir, filter, number, before, limit }: VoicemailListQuery,
): Promise<string[]> {
  const meant = [];
  if (dir !== undefined) meant.push(sql`each.folder = ${dir}`);
  if (filter === "new") meant.push(sql`each.heard_at is null`);
  const tasks = filter === "all" || filter === "new" ? undefined : filter;
  return voicemailLists.listIds(query, reader, {
    meant,
    tasks,
    number,
    isNewestFirst: true,
    after: before,
    offset: 0,
    limit,
  });
}

export interface VoicemailFilePlace {
  readonly callerNumber: string;
  readonly callerName: string;
  readonly receivedAt: Date;
  readonly durationMs: number;
  readonly objectKey: string;
  readonly timezone: string;
}

export async function findFilePlace(
  query: Kysely<DB>,
  userId: number,
  boxId: number,
  id: string,
): Promise<VoicemailFilePlace | undefined> {
  const row = await query
    .selectFrom("voicemail_messages as message")
    .innerJoin("customers", "customers.id", "message.customer_id")
    .leftJoin("users", (join) => join.on("users.id", "=", userId))
    .select([
      "message.caller_number",
      "message.caller_name",
      "message.received_at",
      "message.duration_ms",
      "message.object_key",
      sql<string>`coalesce(users.timezone, customers.timezone)`.as("timezone"),
    ])
    .where("message.id", "=", id)
    .where("message.voicemail_box_id", "=", boxId)
    .where("message.deleted_at", "is", null)
    .executeTakeFirst();
  return (
    row && {
      callerNumber: row.caller_number,
      callerName: row.caller_name,
      receivedAt: row.received_at,
      durationMs: row.duration_ms,
      objectKey: row.object_key,
      timezone: row.timezone,
    }
  );
}
