import { type Kysely, sql } from "kysely";
import type { DB } from "../../database/schema/database-schema.ts";

export interface DeletedVoicemail {
  readonly id: string;
  /** Files that nothing else speaks of. */
  readonly keys: readonly string[];
}

/** What was deleted before this time. */
export async function listDeleted(
  query: Kysely<DB>,
  before: Date,
  limit: number,
): Promise<DeletedVoicemail[]> {
  const { rows } = await sql<DeletedVoicemail>`
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

export async function forgetDeleted(query: Kysely<DB>, { id, keys }: DeletedVoicemail): Promise<void> {
  await query.deleteFrom("voicemail_messages").where("id", "=", id).execute();
  await query
    .deleteFrom("files")
    .where("key", "in", [...keys, ""])
    .execute();
}

export async function firstDeletedAt(query: Kysely<DB>): Promise<Date | undefined> {
  const row = await query
    .selectFrom("voicemail_messages")
    .select("deleted_at")
    .where("deleted_at", "is not", null)
    .orderBy("deleted_at")
    .limit(1)
    .executeTakeFirst();
  return row?.deleted_at ?? undefined;
}
