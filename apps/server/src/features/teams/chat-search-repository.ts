import type { FoundMessage, StoredTopicKind, UserId } from "@offhook/chat";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../database/schema/database-schema.ts";

export interface FoundMessageRow {
  readonly topic: string;
  readonly kind: string;
  readonly seq: number;
  readonly from_user: string;
  readonly sent_at: Date;
  readonly plain_text: string;
  readonly reply: string | null;
  readonly total: string;
}

const READ_BIT = 2;

/** Messages of topics the user may read. `words` is a query of PostgreSQL's full-text search. */
export async function searchChatMessages(
  query: Kysely<DB>,
  user: UserId,
  options: {
    readonly topics: readonly string[] | undefined;
    readonly words: string;
    readonly offset: number;
    readonly limit: number;
  },
): Promise<FoundMessageRow[]> {
  const { words, offset, limit } = options;
  const topics = options.topics === undefined ? null : [...options.topics];
  const { rows } = await sql<FoundMessageRow>`
    select message.topic, topic.kind, message.seq, message.from_user, message.sent_at, message.plain_text,
      message.head ->> 'reply' as reply, count(*) over () as total
    from chat_subscriptions as subscription
    join chat_topics as topic on topic.name = subscription.topic
    join chat_messages as message on message.topic = subscription.topic
    where subscription.chat_user_id = ${user}
      and subscription.deleted_at is null
      and subscription.want & subscription.given & ${READ_BIT} <> 0
      and (${topics}::text[] is null or subscription.topic = any(${topics}::text[]))
      and not message.is_wiped
      and to_tsvector('simple', message.plain_text) @@ to_tsquery('simple', ${words})
      and not exists (
        select from chat_deletions as deletion
        where deletion.topic = message.topic and message.seq >= deletion.low and message.seq < deletion.hi
          and coalesce(deletion.for_user, ${user}) = ${user}
      )
    order by message.sent_at desc, message.seq desc
    offset ${offset} limit ${limit}`.execute(query);
  return rows;
}

/** Every word must stand there, the last one may be only begun. */
export function searchQuery(words: readonly string[]): string {
  return words.map((word, index) => (index === words.length - 1 ? `${word}:*` : word)).join(" & ");
}

export function toFoundMessage(row: FoundMessageRow): FoundMessage {
  const reply = /:(\d{1,15})$/.exec(row.reply ?? "")?.[1];
  return {
    topic: row.topic,
    kind: row.kind as StoredTopicKind,
    seq: row.seq,
    from: row.from_user,
    at: row.sent_at.getTime(),
    text: row.plain_text,
    reply: reply === undefined ? undefined : Number(reply),
  };
}
