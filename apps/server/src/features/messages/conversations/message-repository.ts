import { type Kysely, sql } from "kysely";
import { OFTEN } from "../../../database/postgres/prepared-statements.ts";
import type { DB } from "../../../database/schema/database-schema.ts";
import type { StoredMedia } from "./message-media.ts";

export interface NewMessage {
  readonly customerId: number;
  readonly conversationId: number;
  readonly kind: "text" | "comment";
  readonly direction: "in" | "out";
  readonly text: string;
  readonly uuid: string | null;
  readonly part: number;
  readonly isGrouped: boolean;
  readonly sentBy: number | null;
  readonly at: Date;
  readonly isNew: boolean;
  readonly mentions: readonly number[];
  readonly media: readonly StoredMedia[];
  readonly status: string | null;
  readonly statusCode?: string;
}

/** Undefined: another message has this client id and part. */
export async function insertMessage(query: Kysely<DB>, message: NewMessage): Promise<number | undefined> {
  const row = await query
    .insertInto("sms_messages")
    .values({
      customer_id: message.customerId,
      conversation_id: message.conversationId,
      kind: message.kind,
      direction: message.direction,
      text: message.text,
      uuid: message.uuid,
      part: message.part,
      is_grouped: message.isGrouped,
      sent_by: message.sentBy,
      at: message.at,
      is_new: message.isNew,
      read_by: message.sentBy === null ? [] : [message.sentBy],
      mentions: [...message.mentions],
      has_media: message.media.length > 0,
      status: message.status,
      status_code: message.statusCode ?? "",
      status_at: message.status === null ? null : message.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .modifyEnd(OFTEN)
    .executeTakeFirst();
  if (row) await insertMedia(query, message.customerId, { message_id: row.id }, message.media);
  return row?.id;
}

export async function insertMedia(
  query: Kysely<DB>,
  customerId: number,
  owner: { readonly message_id: number } | { readonly scheduled_id: number },
  media: readonly StoredMedia[],
): Promise<void> {
  if (media.length === 0) return;
  await query
    .insertInto("sms_media")
    .values(
      media.map(({ key, name, type, size }, position) => ({
        customer_id: customerId,
        ...owner,
        position,
        key,
        name,
        type,
        size,
      })),
    )
    .execute();
}

/** Before a row can name it, a file has to be known as the company's. */
export async function insertFiles(
  query: Kysely<DB>,
  customerId: number,
  media: readonly StoredMedia[],
): Promise<void> {
  if (media.length === 0) return;
  await query
    .insertInto("files")
    .values(media.map(({ key, name, type, size }) => ({ customer_id: customerId, key, name, type, size })))
    .execute();
}

/** What a request with this client id has made before. */
export async function findSent(
  query: Kysely<DB>,
  customerId: number,
  uuid: string,
): Promise<{ id: number; conversation_id: number }[]> {
  return query
    .selectFrom("sms_messages")
    .modifyFront(OFTEN)
    .select(["id", "conversation_id"])
    .where("customer_id", "=", customerId)
    .where("uuid", "=", uuid)
    .orderBy("part")
    .execute();
}

export interface FoundMessage {
  readonly id: number;
  readonly kind: string;
  readonly direction: string;
  readonly status: string | null;
  readonly sent_by: number | null;
  readonly is_new: boolean;
  readonly deleted_at: Date | null;
}

export async function findMessage(
  query: Kysely<DB>,
  { id: conversationId, cleared_id }: { readonly id: number; readonly cleared_id: number },
  id: number,
): Promise<FoundMessage | undefined> {
  return query
    .selectFrom("sms_messages")
    .select(["id", "kind", "direction", "status", "sent_by", "is_new", "deleted_at"])
    .where("conversation_id", "=", conversationId)
    .where("id", "=", id)
    .where("id", ">", cleared_id)
    .executeTakeFirst();
}

export async function setDeleted(query: Kysely<DB>, id: number, deletedAt: Date | null): Promise<void> {
  await query
    .updateTable("sms_messages")
    .set({ deleted_at: deletedAt, ...(deletedAt ? { is_new: false } : {}) })
    .where("id", "=", id)
    .execute();
}

export async function setStatus(
  query: Kysely<DB>,
  id: number,
  status: string,
  code: string,
  at: Date,
): Promise<void> {
  await query
    .updateTable("sms_messages")
    .set({ status, status_code: code, status_at: at })
    .where("id", "=", id)
    .modifyEnd(OFTEN)
    .execute();
}

/** Everything unread in a conversation counts as read; the ids of what did not before. */
export async function clearUnread(query: Kysely<DB>, conversationId: number): Promise<string[]> {
  const rows = await query
    .updateTable("sms_messages")
    .set({ is_new: false })
    .where("conversation_id", "=", conversationId)
    .where("is_new", "=", true)
    .returning("id")
    .execute();
  return rows.map(({ id }) => String(id));
}

export async function lastMessageId(query: Kysely<DB>, conversationId: number): Promise<number> {
  // As a range of pairs, so that the planner does not walk all messages by id (see `readRange` of threads).
  const { rows } = await sql<{ id: number }>`
    select id from sms_messages
    where deleted_at is null and (conversation_id, id) >= (${conversationId}::int, 0::bigint)
      and (conversation_id, id) < (${conversationId + 1}::int, 0::bigint)
    order by conversation_id desc, id desc limit 1`.execute(query);
  return rows[0]?.id ?? 0;
}

const PURGE_BATCH = 5_000;

/** Forgets for good what was deleted before that time. The keys of files nobody speaks of any more. */
export async function purgeDeleted(query: Kysely<DB>, before: Date): Promise<string[]> {
  const keys = await sql<{ key: string }>`
    with gone as (
      delete from sms_messages where id in (
        select id from sms_messages where deleted_at < ${before} order by deleted_at limit ${PURGE_BATCH}
      ) returning id
    ), cleared as (
      delete from sms_messages where id in (
        select message.id from sms_conversations as conversation
        join sms_messages as message
          on message.conversation_id = conversation.id and message.id <= conversation.cleared_id
        where conversation.cleared_at < ${before}
        limit ${PURGE_BATCH}
      ) returning id
    ), files_gone as (
      delete from files where key in (
        select key from sms_media where message_id in (select id from gone union select id from cleared)
      ) returning key
    )
    select key from files_gone`.execute(query);
  await sql`
    update sms_conversations as conversation set cleared_at = null, cleared_before = null
    where cleared_at < ${before} and not exists (
      select from sms_messages where conversation_id = conversation.id and id <= conversation.cleared_id
    )`.execute(query);
  await sql`delete from sms_scheduled where suspended_at < ${before}`.execute(query);
  return keys.rows.map(({ key }) => key);
}
