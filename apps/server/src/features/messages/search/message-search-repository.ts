import { type Kysely, type RawBuilder, sql } from "kysely";
import type { DB } from "../../../database/schema/database-schema.ts";
import { userNameOf } from "../../../database/user-name-repository.ts";

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

/**
 * A common word is found among the newest messages, and a rare one by the index. The planner cannot tell them apart,
 * since it takes every begun word for a common one: left to choose, it walks through all messages for a rare one.
 */
const NEWEST = 1_000;

/** Messages one can see that hold the words, newest first. */
export async function searchMessages(query: Kysely<DB>, search: WordSearch): Promise<FoundMessageRow[]> {
  const newest = sql`(
    select * from sms_messages where deleted_at is null order by id desc limit ${NEWEST}
  )`;
  const found = await findAmong(query, newest, sql`message.id`, search);
  if (found.length === search.limit) return found;
  // By a sum, which no index has in order: what is found by its words is put in order afterwards.
  return findAmong(query, sql`sms_messages`, sql`message.id + 0`, search);
}

async function findAmong(
  query: Kysely<DB>,
  messages: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  { lineIds, words, offset, limit }: WordSearch,
): Promise<FoundMessageRow[]> {
  const { rows } = await sql<FoundMessageRow>`
    select message.id, line.number as line, conversation.number, message.kind, message.direction, message.text,
      message.at, coalesce(${userNameOf("sender")}, '') as "senderName"
    from ${messages} as message
    join sms_conversations as conversation on conversation.id = message.conversation_id
    join sms_lines as line on line.id = conversation.sms_line_id
    left join users as sender on sender.id = message.sent_by
    where to_tsvector('simple', message.text) @@ to_tsquery('simple', ${words})
      and message.deleted_at is null
      and conversation.sms_line_id = any(${[...lineIds]}::int[])
      and conversation.deleted_at is null and message.id > conversation.cleared_id
    order by ${order} desc
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
