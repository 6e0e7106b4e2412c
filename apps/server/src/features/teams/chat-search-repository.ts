import type { FoundMessage, StoredTopicKind, UserId } from "@offhook/chat";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../database/schema/database-schema.ts";

interface FoundMessageRow {
  readonly topic: string;
  readonly kind: string;
  readonly seq: number;
  readonly from_user: string;
  readonly sent_at: Date;
  readonly plain_text: string;
  readonly file_names: string;
  readonly reply: string | null;
}

/** A message that was found, with the names of its files. */
export interface FoundChatMessage extends FoundMessage {
  readonly fileNames: string;
}

const READ_BIT = 2;

/** Topics the user may read. */
export async function listReadableTopics(query: Kysely<DB>, user: UserId): Promise<string[]> {
  const { rows } = await sql<{ topic: string }>`
    select topic from chat_subscriptions
    where chat_user_id = ${user} and deleted_at is null and want & given & ${READ_BIT} <> 0`.execute(query);
  return rows.map(({ topic }) => topic);
}

/** Zero: of no company. */
export async function findCompanyOfChatUser(query: Kysely<DB>, user: UserId): Promise<number> {
  const row = await query
    .selectFrom("chat_users")
    .select("customer_id")
    .where("id", "=", user)
    .executeTakeFirst();
  return row?.customer_id ?? 0;
}

/** Messages by what the search calls them, topic and number, in the order given. */
export async function readFoundChatMessages(
  query: Kysely<DB>,
  refs: readonly string[],
): Promise<FoundChatMessage[]> {
  if (refs.length === 0) return [];
  const places = refs.map((ref) => ref.split(":"));
  const { rows } = await sql<FoundMessageRow>`
    select message.topic, topic.kind, message.seq, message.from_user, message.sent_at, message.plain_text,
      message.file_names, substring(message.head::text from '"reply" *: *"[^"]*:([0-9]{1,9})"') as reply
    from unnest(
      ${places.map(([topic = ""]) => topic)}::text[], ${places.map(([, seq = "0"]) => Number(seq))}::integer[]
    ) with ordinality as found (topic, seq, position)
    join chat_messages as message on message.topic = found.topic and message.seq = found.seq
    join chat_topics as topic on topic.name = message.topic
    where not message.is_wiped
    order by found.position`.execute(query);
  return rows.map((row) => ({
    topic: row.topic,
    kind: row.kind as StoredTopicKind,
    seq: row.seq,
    from: row.from_user,
    at: row.sent_at.getTime(),
    text: row.plain_text,
    reply: row.reply === null ? undefined : Number(row.reply),
    fileNames: row.file_names,
  }));
}
