import { type Kysely, sql } from "kysely";
import { isOnForUser } from "../../../database/feature-roles.ts";
import type { DB } from "../../../database/schema/database-schema.ts";
import type { Actor } from "../../../platform/actor.ts";
import type { ListedSource } from "./task-source.ts";

/** Whether the user reads the line. */
export async function readsSmsLine(
  query: Kysely<DB>,
  { userId, customerId }: Actor,
  line: string,
): Promise<boolean> {
  const row = await query
    .selectFrom("sms_lines")
    .innerJoin("sms_line_users", "sms_line_users.sms_line_id", "sms_lines.id")
    .select("sms_lines.id")
    .where("sms_lines.number", "=", line)
    .where("sms_lines.customer_id", "=", customerId)
    .where("sms_line_users.user_id", "=", userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** The other party as the conversation has it, under any of these names. */
export async function findConversationNumber(
  query: Kysely<DB>,
  line: string,
  names: readonly string[],
): Promise<string | undefined> {
  const row = await query
    .selectFrom("sms_conversations")
    .innerJoin("sms_lines", "sms_lines.id", "sms_conversations.sms_line_id")
    .select("sms_conversations.number")
    .where("sms_lines.number", "=", line)
    .where("sms_conversations.number", "in", [...names])
    .where("sms_conversations.deleted_at", "is", null)
    .executeTakeFirst();
  return row?.number;
}

export async function listSmsReaders(query: Kysely<DB>, customerId: number, line: string): Promise<number[]> {
  const rows = await query
    .selectFrom("sms_lines")
    .innerJoin("sms_line_users", "sms_line_users.sms_line_id", "sms_lines.id")
    .innerJoin("users", "users.id", "sms_line_users.user_id")
    .select("users.id")
    .where("sms_lines.number", "=", line)
    .where("sms_lines.customer_id", "=", customerId)
    .where("users.disabled_at", "is", null)
    .where(isOnForUser("messaging"))
    .orderBy("users.id")
    .execute();
  return rows.map(({ id }) => id);
}

export interface ConversationGlance {
  /** Which of the asked ones it is, from 1. */
  readonly position: number;
  readonly lineName: string;
  readonly text: string | null;
  readonly at: Date | null;
  readonly hasMedia: boolean | null;
}

const MESSAGE_ID = /^[1-9]\d{0,17}$/;

/** The message a task is about, or the conversation's last. */
export async function glanceAtConversations(
  query: Kysely<DB>,
  customerId: number,
  sources: readonly ListedSource[],
): Promise<ConversationGlance[]> {
  const lines = sources.map(({ line }) => line);
  const numbers = sources.map(({ sourceId }) => sourceId);
  const messages = sources.map(({ sourceDetailId }) =>
    sourceDetailId !== null && MESSAGE_ID.test(sourceDetailId) ? sourceDetailId : null,
  );
  const { rows } = await sql<ConversationGlance>`
    select wanted.position, sms_lines.name as "lineName", message.text, message.at,
      message.has_media as "hasMedia"
    from unnest(${lines}::text[], ${numbers}::text[], ${messages}::bigint[])
      with ordinality as wanted (line, number, message_id, position)
    join sms_lines on sms_lines.number = wanted.line and sms_lines.customer_id = ${customerId}
    join sms_conversations as conversation on conversation.sms_line_id = sms_lines.id
      and conversation.number = wanted.number and conversation.deleted_at is null
    left join lateral (
      select sms_messages.text, sms_messages.at, sms_messages.has_media
      from sms_messages
      where sms_messages.conversation_id = conversation.id and sms_messages.deleted_at is null
        and sms_messages.id > conversation.cleared_id and sms_messages.kind = 'text'
        and sms_messages.id = coalesce(wanted.message_id, sms_messages.id)
      order by sms_messages.id desc
      limit 1
    ) as message on true`.execute(query);
  return rows;
}
