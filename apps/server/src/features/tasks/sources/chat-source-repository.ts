import { type Kysely, sql } from "kysely";
import { isOnForUser } from "../../../database/feature-roles.ts";
import type { DB } from "../../../database/schema/database-schema.ts";
import { userNameOf } from "../../../database/user-name-repository.ts";
import type { Actor } from "../../../platform/actor.ts";
import type { ListedSource } from "./task-source.ts";

/** The bit of a chat's access that lets read. */
const READ_BIT = 2;

/** Subscriptions whose owner may read the topic. */
const READS = sql`own.deleted_at is null and own.want & own.given & ${READ_BIT} <> 0`;

/** Topics the user reads, as they are stored. */
export async function listReadTopics(
  query: Kysely<DB>,
  { userId }: Pick<Actor, "userId">,
): Promise<string[]> {
  const { rows } = await sql<{ topic: string }>`
    select own.topic
    from chat_users as me
    join chat_subscriptions as own on own.chat_user_id = me.id
    where me.account_id = ${userId} and ${READS}`.execute(query);
  return rows.map(({ topic }) => topic);
}

/** A topic the user reads, by the name they know it by: a direct chat has the name of the other person. */
export async function findReadTopic(
  query: Kysely<DB>,
  { userId }: Pick<Actor, "userId">,
  name: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select topic.name
    from chat_users as me
    join chat_subscriptions as own on own.chat_user_id = me.id
    join chat_topics as topic on topic.name = own.topic
    where me.account_id = ${userId} and ${READS}
      and (
        (topic.kind in ('group', 'direct') and topic.name = ${name})
        or (topic.kind = 'direct' and exists (
          select from chat_subscriptions as other
          where other.topic = topic.name and other.chat_user_id = ${name} and other.chat_user_id <> me.id
        ))
      )
    limit 1`.execute(query);
  return rows[0]?.name;
}

export async function listTopicReaders(
  query: Kysely<DB>,
  customerId: number,
  topic: string,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select users.id
    from chat_subscriptions as own
    join chat_users on chat_users.id = own.chat_user_id
    join users on users.id = chat_users.account_id
    where own.topic = ${topic} and ${READS}
      and users.customer_id = ${customerId} and users.disabled_at is null
      and ${isOnForUser("teamChat")}
    order by users.id`.execute(query);
  return rows.map(({ id }) => id);
}

export interface TopicGlance {
  /** Which of the asked ones it is, from 1. */
  readonly position: number;
  /** Of a team; null for a direct chat. */
  readonly teamName: string | null;
  /** The other one of a direct chat; null for a team. */
  readonly peer: string | null;
  readonly peerName: string | null;
  readonly seq: number | null;
  /** The message whose thread it stands in. */
  readonly reply: string | null;
  readonly authorName: string | null;
  readonly text: string | null;
  readonly at: Date | null;
}

const SEQ = /^[1-9]\d{0,8}$/;

/** The message a task is about, or the topic's last, as far as the user sees them. */
export async function glanceAtTopics(
  query: Kysely<DB>,
  { userId }: Pick<Actor, "userId">,
  sources: readonly ListedSource[],
): Promise<TopicGlance[]> {
  const topics = sources.map(({ sourceId }) => sourceId);
  const messages = sources.map(({ sourceDetailId }) =>
    sourceDetailId !== null && SEQ.test(sourceDetailId) ? Number(sourceDetailId) : null,
  );
  const { rows } = await sql<TopicGlance>`
    select wanted.position, case when topic.kind = 'group' then topic.public ->> 'fn' end as "teamName",
      peer.chat_user_id as peer, peer.name as "peerName",
      message.seq, substring(message.head ->> 'reply' from '[0-9]{1,9}$') as reply, message.plain_text as text, message.sent_at as at,
      (select ${userNameOf("users")} from chat_users join users on users.id = chat_users.account_id
        where chat_users.id = message.from_user) as "authorName"
    from unnest(${topics}::text[], ${messages}::integer[]) with ordinality as wanted (topic, seq, position)
    join chat_users as me on me.account_id = ${userId}
    join chat_subscriptions as own on own.topic = wanted.topic and own.chat_user_id = me.id and ${READS}
    join chat_topics as topic on topic.name = own.topic
    left join lateral (
      select other.chat_user_id, ${userNameOf("account")} as name
      from chat_subscriptions as other
      join chat_users on chat_users.id = other.chat_user_id
      left join users as account on account.id = chat_users.account_id
      where topic.kind = 'direct' and other.topic = topic.name and other.chat_user_id <> me.id
      limit 1
    ) as peer on true
    left join lateral (
      select each.seq, each.head, each.plain_text, each.sent_at, each.from_user
      from chat_messages as each
      where each.topic = topic.name and not each.is_wiped and each.seq = coalesce(wanted.seq, each.seq)
        and not exists (
          select from chat_deletions as deletion
          where deletion.topic = each.topic and each.seq >= deletion.low and each.seq < deletion.hi
            and coalesce(deletion.for_user, me.id) = me.id
        )
      order by each.seq desc
      limit 1
    ) as message on true`.execute(query);
  return rows;
}
