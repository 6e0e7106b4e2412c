import {
  clientIdOf,
  type Deletion,
  type Deletions,
  editedHead,
  type MessageQuery,
  type NewMessage,
  type StoredMessage,
  type UserId,
} from "@offhook/chat";
import type { ChatReaction } from "@offhook/contract";
import { mergeRanges } from "@offhook/kernel";
import { type Kysely, sql } from "kysely";
import { fromJson, millis, toJson } from "../../database/postgres/row-values.ts";
import type { DB } from "../../database/schema/database-schema.ts";
import { releaseChatFiles } from "../files/chat-file-repository.ts";
import { fileNamesOf, plainTextOf } from "./plain-text.ts";

/**
 * Gives the messages the next numbers and returns the first, all in one statement: one round trip and one flush, and
 * the lock on the topic's row lasts no longer than that.
 */
export async function appendChatMessages(
  query: Kysely<DB>,
  topic: string,
  messages: readonly NewMessage[],
): Promise<number> {
  const count = messages.length;
  const { rows } = await sql<{ first: number }>`
    with counted as (
      update chat_topics
      set seq = seq + ${count}, touched_at = ${new Date(messages.at(-1)?.at ?? 0)}
      where name = ${topic}
      returning seq - ${count} as base
    ), added as (
      insert into chat_messages (topic, seq, from_user, sent_at, head, content, plain_text, file_names, client_id,
        edits)
      select ${topic}, counted.base + new.position, new.from_user, new.sent_at, new.head::json, new.content::json,
        new.plain_text, new.file_names, new.client_id, new.edits
      from counted, unnest(
        ${messages.map(({ from }) => from)}::text[],
        ${messages.map(({ at }) => new Date(at))}::timestamptz[],
        ${messages.map(({ head }) => toJson(head))}::text[],
        ${messages.map(({ content }) => toJson(content))}::text[],
        ${messages.map(searchedText)}::text[],
        ${messages.map(searchedFiles)}::text[],
        ${messages.map(({ head }) => clientIdOf(head) ?? null)}::text[],
        ${messages.map(({ edits }) => edits ?? null)}::integer[]
      ) with ordinality as new (from_user, sent_at, head, content, plain_text, file_names, client_id, edits, position)
      returning from_user, seq
    ), received as (
      update chat_subscriptions as subscription
      set read = greatest(subscription.read, newest.seq), recv = greatest(subscription.recv, newest.seq)
      from (select from_user, max(seq) as seq from added group by from_user) as newest
      where subscription.topic = ${topic} and subscription.chat_user_id = newest.from_user
    )
    select base + 1 as first from counted`.execute(query);
  const first = rows[0]?.first;
  if (first === undefined) throw new Error(`A message was written to the topic ${topic}, which is not there`);
  return first;
}

/** A reaction says nothing, and an edit is found where it was said first. */
const isSearched = ({ head, edits }: NewMessage): boolean =>
  edits === undefined && head?.["x-reaction"] === undefined;
const searchedText = (message: NewMessage): string =>
  isSearched(message) ? plainTextOf(message.content) : "";
const searchedFiles = (message: NewMessage): string =>
  isSearched(message) ? fileNamesOf(message.content) : "";

/** The numbers of messages that their authors have sent before under the same names. */
export async function findSentBefore(
  query: Kysely<DB>,
  topic: string,
  messages: readonly NewMessage[],
): Promise<ReadonlyMap<NewMessage, number>> {
  const named = messages.filter(({ head }) => clientIdOf(head) !== undefined);
  const rows = await query
    .selectFrom("chat_messages")
    .select(["seq", "from_user", "client_id"])
    .where("topic", "=", topic)
    .where("client_id", "in", ["", ...named.flatMap(({ head }) => clientIdOf(head) ?? [])])
    .execute();
  const found = new Map<NewMessage, number>();
  for (const message of named) {
    const id = clientIdOf(message.head);
    const row = rows.find((each) => each.client_id === id && each.from_user === message.from);
    if (row) found.set(message, row.seq);
  }
  return found;
}

/** The first of a row of wordings; undefined where there is no such message. */
export async function findOriginal(
  query: Kysely<DB>,
  topic: string,
  seq: number,
): Promise<number | undefined> {
  const row = await query
    .selectFrom("chat_messages")
    .select(["seq", "edits"])
    .where("topic", "=", topic)
    .where("seq", "=", seq)
    .executeTakeFirst();
  return row && (row.edits ?? row.seq);
}

/** Every earlier wording is overwritten: nobody finds, opens or is sent what its author has taken back. */
export async function overwriteWordings(
  query: Kysely<DB>,
  topic: string,
  original: number,
  { head, content }: Pick<NewMessage, "head" | "content">,
): Promise<number[]> {
  const rows = await query
    .selectFrom("chat_messages")
    .select(["seq", "head"])
    .where("topic", "=", topic)
    .where("is_wiped", "=", false)
    .where((where) => where.or([where("seq", "=", original), where("edits", "=", original)]))
    .forUpdate()
    .execute();
  for (const { seq, head: before } of rows)
    await query
      .updateTable("chat_messages")
      .set({
        content: toJson(content),
        head: toJson(editedHead(fromJson(before) as NewMessage["head"], head)),
        ...(seq === original ? { plain_text: plainTextOf(content), file_names: fileNamesOf(content) } : {}),
      })
      .where("topic", "=", topic)
      .where("seq", "=", seq)
      .execute();
  return rows.map(({ seq }) => seq);
}

/** The same emoji of the same user again takes it back. */
export async function toggleChatReaction(
  query: Kysely<DB>,
  topic: string,
  reaction: { readonly seq: number; readonly val: string; readonly user: UserId; readonly at: number },
): Promise<void> {
  const { seq, val, user, at } = reaction;
  const { numDeletedRows } = await query
    .deleteFrom("chat_reactions")
    .where("topic", "=", topic)
    .where("seq", "=", seq)
    .where("chat_user_id", "=", user)
    .where("val", "=", val)
    .executeTakeFirst();
  if (numDeletedRows > 0n) return;
  await query
    .insertInto("chat_reactions")
    .values({ topic, seq, chat_user_id: user, val, reacted_at: new Date(at) })
    .execute();
}

export async function listChatMessages(
  query: Kysely<DB>,
  topic: string,
  user: UserId,
  { since, before, ranges, limit }: MessageQuery,
): Promise<StoredMessage[]> {
  const rows = await query
    .selectFrom("chat_messages as message")
    .select(["message.seq", "message.from_user", "message.sent_at", "message.head", "message.content"])
    .where("message.topic", "=", topic)
    .where("message.is_wiped", "=", false)
    .$if(since !== undefined && !ranges, (select) => select.where("message.seq", ">=", since ?? 0))
    .$if(before !== undefined && before > 0 && !ranges, (select) =>
      select.where("message.seq", "<", before ?? 0),
    )
    .$if(ranges !== undefined, (select) =>
      select.where((where) =>
        where.or(
          (ranges ?? []).map(({ low, hi }) =>
            where.and([where("message.seq", ">=", low), where("message.seq", "<", hi)]),
          ),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("chat_deletions as deletion")
            .select("deletion.id")
            .where("deletion.topic", "=", topic)
            .where(sql<boolean>`message.seq >= deletion.low and message.seq < deletion.hi`)
            .where(sql<boolean>`coalesce(deletion.for_user, ${user}) = ${user}`),
        ),
      ),
    )
    .orderBy("message.seq", "desc")
    .limit(limit)
    .execute();
  const reactions = await reactionsOf(
    query,
    topic,
    rows.map((row) => row.seq),
  );
  return rows.map((row) => ({
    seq: row.seq,
    from: row.from_user,
    at: millis(row.sent_at),
    head: fromJson(row.head) as StoredMessage["head"],
    content: fromJson(row.content),
    reactions: reactions.get(row.seq) ?? [],
  }));
}

async function reactionsOf(
  query: Kysely<DB>,
  topic: string,
  seqs: readonly number[],
): Promise<Map<number, ChatReaction[]>> {
  if (seqs.length === 0) return new Map();
  const rows = await query
    .selectFrom("chat_reactions")
    .select(["seq", "val", sql<string[]>`array_agg(chat_user_id order by position)`.as("users")])
    .where("topic", "=", topic)
    .where("seq", "=", sql<number>`any(${[...seqs]}::integer[])`)
    .groupBy(["seq", "val"])
    .orderBy("seq")
    .orderBy(sql`min(position)`)
    .execute();
  const bySeq = new Map<number, ChatReaction[]>();
  for (const { seq, val, users } of rows)
    bySeq.set(seq, [...(bySeq.get(seq) ?? []), { val, count: users.length, users }]);
  return bySeq;
}

export async function findChatAuthor(
  query: Kysely<DB>,
  topic: string,
  seq: number,
): Promise<UserId | undefined> {
  const row = await query
    .selectFrom("chat_messages")
    .select("from_user")
    .where("topic", "=", topic)
    .where("seq", "=", seq)
    .where("is_wiped", "=", false)
    .executeTakeFirst();
  return row?.from_user;
}

/** Call it in a transaction: the number, the ranges and the wiped messages belong together. */
export async function deleteChatMessages(
  query: Kysely<DB>,
  topic: string,
  deletion: Deletion,
): Promise<number> {
  const { ranges, forUser, wipeAfter, at } = deletion;
  const { clear } = await query
    .updateTable("chat_topics")
    .set({ clear: sql`clear + 1` })
    .where("name", "=", topic)
    .returning("clear")
    .executeTakeFirstOrThrow();
  await query
    .insertInto("chat_deletions")
    .values(
      ranges.map(({ low, hi }) => ({
        topic,
        id: clear,
        low,
        hi,
        for_user: forUser ?? null,
        created_at: new Date(at),
      })),
    )
    .execute();
  if (forUser !== undefined) {
    await query
      .updateTable("chat_subscriptions")
      .set({ clear })
      .where("topic", "=", topic)
      .where("chat_user_id", "=", forUser)
      .execute();
    return clear;
  }
  for (const { low, hi } of ranges)
    await query
      .updateTable("chat_messages")
      .set({ is_wiped: true, head: null, content: null, plain_text: "", file_names: "" })
      .where("topic", "=", topic)
      .where("seq", ">=", low)
      .where("seq", "<", hi)
      .where("sent_at", ">", new Date(wipeAfter))
      .execute();
  for (const range of ranges) await releaseChatFiles(query, topic, range);
  return clear;
}

export async function listChatDeletions(
  query: Kysely<DB>,
  topic: string,
  user: UserId,
  {
    since,
    before,
    limit,
  }: { readonly since?: number | undefined; readonly before?: number | undefined; readonly limit: number },
): Promise<Deletions | undefined> {
  const rows = await query
    .selectFrom("chat_deletions")
    .select(["id", "low", "hi"])
    .where("topic", "=", topic)
    .where(sql<boolean>`coalesce(for_user, ${user}) = ${user}`)
    .$if(since !== undefined, (select) => select.where("id", ">=", since ?? 0))
    .$if(before !== undefined && before > 0, (select) => select.where("id", "<", before ?? 0))
    .orderBy("id")
    .limit(limit)
    .execute();
  const last = rows.at(-1);
  return last && { clear: last.id, ranges: mergeRanges(rows.map(({ low, hi }) => ({ low, hi }))) };
}
