import { type Kysely, type RawBuilder, sql } from "kysely";
import type { DB } from "../../../database/schema/database-schema.ts";

/** Messages of a line: these, those of a conversation, or all. */
export interface LineMessages {
  readonly lineId: number;
  readonly ids: readonly number[] | undefined;
  readonly conversationId: number | undefined;
}

function chosen({ ids, conversationId }: LineMessages): RawBuilder<unknown> {
  const byId = ids ? sql`message.id = any(${[...ids]}::bigint[])` : sql`true`;
  const byConversation =
    conversationId === undefined ? sql`true` : sql`message.conversation_id = ${conversationId}`;
  return sql`${byId} and ${byConversation}`;
}

/** The conversations it is about, held in a fixed order: two who mark the same ones never wait for each other. */
export async function lockTouched(query: Kysely<DB>, messages: LineMessages): Promise<number[]> {
  const { lineId, ids, conversationId } = messages;
  const touched =
    ids === undefined
      ? conversationId === undefined
        ? sql`conversation.unread_count > 0`
        : sql`conversation.id = ${conversationId}`
      : sql`conversation.id in (select message.conversation_id from sms_messages as message where ${chosen(messages)})`;
  const { rows } = await sql<{ id: number }>`
    select conversation.id from sms_conversations as conversation
    where conversation.sms_line_id = ${lineId} and ${touched} and conversation.deleted_at is null
    order by conversation.id
    for no key update`.execute(query);
  return rows.map(({ id }) => id);
}

/** The ids of those that were not so before. Only texts that came in, and are there, can be unread. */
export async function markMessages(
  query: Kysely<DB>,
  messages: LineMessages,
  { isNew, userId }: { readonly isNew: boolean; readonly userId: number },
): Promise<string[]> {
  const readers = isNew
    ? sql`array_remove(message.read_by, ${userId}::int)`
    : sql`array_append(array_remove(message.read_by, ${userId}::int), ${userId}::int)`;
  const { rows } = await sql<{ id: number }>`
    update sms_messages as message set is_new = ${isNew}, read_by = ${readers}
    from sms_conversations as conversation
    where conversation.id = message.conversation_id and conversation.sms_line_id = ${messages.lineId}
      and message.id > conversation.cleared_id and message.deleted_at is null
      and message.is_new = ${!isNew} and message.direction = 'in' and ${chosen(messages)}
    returning message.id`.execute(query);
  return rows.map(({ id }) => String(id));
}

/** A user reads what another has read before. Returns whether that is news. */
export async function addReader(
  query: Kysely<DB>,
  conversationIds: readonly number[],
  { ids }: LineMessages,
  userId: number,
): Promise<boolean> {
  const ofConversations = await sql`
    update sms_conversations set read_by = array_append(read_by, ${userId}::int)
    where id = any(${[...conversationIds]}::int[]) and not (read_by @> array[${userId}::int])
    returning id`.execute(query);
  if (!ids) return ofConversations.rows.length > 0;
  const ofMessages = await sql`
    update sms_messages set read_by = array_append(read_by, ${userId}::int)
    where id = any(${[...ids]}::bigint[]) and conversation_id = any(${[...conversationIds]}::int[])
      and direction = 'in' and not (read_by @> array[${userId}::int])
    returning id`.execute(query);
  return ofConversations.rows.length + ofMessages.rows.length > 0;
}

export async function removeReader(
  query: Kysely<DB>,
  conversationIds: readonly number[],
  userId: number,
): Promise<void> {
  await sql`
    update sms_conversations set read_by = array_remove(read_by, ${userId}::int)
    where id = any(${[...conversationIds]}::int[])`.execute(query);
}

export async function lastIncoming(query: Kysely<DB>, conversationId: number): Promise<number | undefined> {
  // As a range of pairs, so that the planner does not walk all messages by id (see `readRange` of threads).
  const { rows } = await sql<{ id: number }>`
    select id from sms_messages
    where deleted_at is null and direction = 'in'
      and (conversation_id, id) >= (${conversationId}::int, 0::bigint)
      and (conversation_id, id) < (${conversationId + 1}::int, 0::bigint)
    order by conversation_id desc, id desc limit 1`.execute(query);
  return rows[0]?.id;
}
