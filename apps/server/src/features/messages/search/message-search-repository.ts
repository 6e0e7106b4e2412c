import { type Kysely, sql } from "kysely";
import type { DB } from "../../../database/database-schema.ts";

export interface FoundMessageRow {
  readonly id: string;
  readonly line: string;
  readonly number: string;
  readonly kind: string;
  readonly direction: string;
  readonly text: string;
  readonly at: Date;
  readonly senderName: string;
}

export interface WordSearch {
  readonly lineIds: readonly number[];
  /** A query of PostgreSQL's full-text search. */
  readonly words: string;
  readonly offset: number;
  readonly limit: number;
}

/** Messages one can see that hold the words, newest first. */
export async function searchMessages(query: Kysely<DB>, search: WordSearch): Promise<FoundMessageRow[]> {
  const { lineIds, words, offset, limit } = search;
  const { rows } = await sql<FoundMessageRow>`
    select message.id, line.number as line, conversation.number, message.kind, message.direction, message.text,
      message.at, trim(coalesce(sender.firstname, '') || ' ' || coalesce(sender.lastname, '')) as "senderName"
    from sms_messages as message
    join sms_conversations as conversation on conversation.id = message.conversation_id
    join sms_lines as line on line.id = conversation.sms_line_id
    left join users as sender on sender.id = message.sent_by
    where to_tsvector('simple', message.text) @@ to_tsquery('simple', ${words})
      and message.deleted_at is null
      and conversation.sms_line_id = any(${[...lineIds]}::int[])
      and conversation.deleted_at is null and message.id > conversation.cleared_id
    order by message.id desc
    limit ${limit} offset ${offset}`.execute(query);
  return rows;
}

export interface NumberSearch {
  readonly lineIds: readonly number[];
  /** A part of the number; undefined where there are no digits to look for. */
  readonly digits: string | undefined;
  readonly numbers: readonly string[];
  readonly limit: number;
}

/** Conversations with these numbers, newest first: their ids. */
export async function searchConversations(query: Kysely<DB>, search: NumberSearch): Promise<number[]> {
  const { lineIds, digits = null, numbers, limit } = search;
  if (digits === null && numbers.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select id from sms_conversations
    where sms_line_id = any(${[...lineIds]}::int[]) and deleted_at is null
      and (number = any(${[...numbers]}) or number like '%' || ${digits}::text || '%')
    order by last_at desc, id desc
    limit ${limit}`.execute(query);
  return rows.map(({ id }) => id);
}
