import type {
  FoundByTags,
  ListedSubscription,
  StoredSubscription,
  StoredTopic,
  StoredTopicKind,
  StoredUser,
  TagQuery,
  TopicChange,
  TopicWithMembers,
  UserId,
} from "@offhook/chat";
import { type Kysely, type Selectable, sql } from "kysely";
import { fromJson, millis, millisOrUndefined, toJson } from "../../database/postgres/row-values.ts";
import type { ChatSubscriptions, ChatTopics, DB } from "../../database/schema/database-schema.ts";

const JOIN_BIT = 1;

export async function findChatTopic(query: Kysely<DB>, name: string): Promise<TopicWithMembers | undefined> {
  const row = await query.selectFrom("chat_topics").selectAll().where("name", "=", name).executeTakeFirst();
  if (!row) return undefined;
  const subscriptions = await query
    .selectFrom("chat_subscriptions")
    .selectAll()
    .where("topic", "=", name)
    .orderBy("created_at")
    .orderBy("chat_user_id")
    .execute();
  return { topic: toStoredTopic(row), subscriptions: subscriptions.map(toStoredSubscription) };
}

export async function insertChatTopic(query: Kysely<DB>, topic: StoredTopic): Promise<void> {
  await query
    .insertInto("chat_topics")
    .values({
      name: topic.name,
      kind: topic.kind,
      customer_id: topic.customerId,
      owner: topic.owner ?? null,
      access_auth: topic.defacs.auth,
      access_anon: topic.defacs.anon,
      public: toJson(topic.public),
      trusted: toJson(topic.trusted),
      aux: JSON.stringify(topic.aux),
      tags: [...topic.tags],
      seq: topic.seq,
      clear: topic.clear,
      created_at: new Date(topic.createdAt),
      updated_at: new Date(topic.updatedAt),
      touched_at: new Date(topic.touchedAt),
    })
    .execute();
}

export async function updateChatTopic(query: Kysely<DB>, name: string, change: TopicChange): Promise<void> {
  await query
    .updateTable("chat_topics")
    .set({
      ...("owner" in change ? { owner: change.owner ?? null } : {}),
      ...(change.defacs === undefined
        ? {}
        : { access_auth: change.defacs.auth, access_anon: change.defacs.anon }),
      ...("public" in change ? { public: toJson(change.public) } : {}),
      ...("trusted" in change ? { trusted: toJson(change.trusted) } : {}),
      ...(change.aux === undefined ? {} : { aux: JSON.stringify(change.aux) }),
      ...(change.tags === undefined ? {} : { tags: [...change.tags] }),
      ...(change.updatedAt === undefined ? {} : { updated_at: new Date(change.updatedAt) }),
      name,
    })
    .where("name", "=", name)
    .execute();
}

export async function deleteChatTopic(query: Kysely<DB>, name: string): Promise<void> {
  await query.deleteFrom("chat_topics").where("name", "=", name).execute();
}

export async function saveChatSubscription(
  query: Kysely<DB>,
  subscription: StoredSubscription,
): Promise<void> {
  const changeable = {
    want: subscription.want,
    given: subscription.given,
    private: toJson(subscription.private),
    updated_at: new Date(subscription.updatedAt),
    deleted_at: subscription.deletedAt === undefined ? null : new Date(subscription.deletedAt),
    is_removed: subscription.isRemoved,
  };
  await query
    .insertInto("chat_subscriptions")
    .values({
      ...changeable,
      topic: subscription.topic,
      chat_user_id: subscription.user,
      read: subscription.read,
      recv: subscription.recv,
      clear: subscription.clear,
      created_at: new Date(subscription.createdAt),
    })
    // Receipts are written elsewhere, and those in the database may be newer.
    .onConflict((conflict) => conflict.columns(["topic", "chat_user_id"]).doUpdateSet(changeable))
    .execute();
}

export async function saveChatReceipts(
  query: Kysely<DB>,
  topic: string,
  receipts: readonly { readonly user: UserId; readonly read: number; readonly recv: number }[],
): Promise<void> {
  await sql`
    update chat_subscriptions as subscription
    set read = greatest(subscription.read, noted.read),
      recv = greatest(subscription.recv, noted.recv, noted.read)
    from unnest(
      ${receipts.map(({ user }) => user)}::text[],
      ${receipts.map(({ read }) => read)}::integer[],
      ${receipts.map(({ recv }) => recv)}::integer[]
    ) as noted (chat_user_id, read, recv)
    where subscription.topic = ${topic} and subscription.chat_user_id = noted.chat_user_id`.execute(query);
}

export async function listChatSubscriptions(query: Kysely<DB>, user: UserId): Promise<ListedSubscription[]> {
  const rows = await query
    .selectFrom("chat_subscriptions as subscription")
    .selectAll("subscription")
    .where("subscription.chat_user_id", "=", user)
    .execute();
  const names = rows.map((row) => row.topic);
  const topics = await query
    .selectFrom("chat_topics")
    .selectAll()
    .where("name", "=", sql<string>`any(${names}::text[])`)
    .execute();
  const counts = await memberCounts(query, names);
  const byName = new Map(topics.map((topic) => [topic.name, toStoredTopic(topic)]));
  return rows.flatMap((row) => {
    const topic = byName.get(row.topic);
    if (!topic) return [];
    return [{ subscription: toStoredSubscription(row), topic, memberCount: counts.get(topic.name) ?? 0 }];
  });
}

export async function findChatTopicsByTags(
  query: Kysely<DB>,
  customerId: number | null,
  wanted: TagQuery,
  limit: number,
): Promise<FoundByTags["topics"]> {
  const rows = await query
    .selectFrom("chat_topics")
    .selectAll()
    .where(sql<boolean>`customer_id is not distinct from ${customerId}`)
    .where("kind", "=", "group")
    .where((where) => where.and(wanted.map((group) => sql<boolean>`tags && ${[...group]}::text[]`)))
    .orderBy("name")
    .limit(limit)
    .execute();
  const counts = await memberCounts(
    query,
    rows.map((row) => row.name),
  );
  return rows.map((row) => ({ ...toStoredTopic(row), memberCount: counts.get(row.name) ?? 0 }));
}

/** Those the user is in, and those they may join. */
export async function findChatTopicsByName(
  query: Kysely<DB>,
  user: StoredUser,
  words: readonly string[],
  limit: number,
): Promise<FoundByTags["topics"]> {
  // A name with a zero character in it cannot be read as text, and nobody can look for it.
  const name = sql<string>`case when public::text like '%\\\\u0000%' then '' else ' ' || lower(public ->> 'fn') end`;
  const rows = await query
    .selectFrom("chat_topics")
    .selectAll()
    .where(sql<boolean>`customer_id is not distinct from ${user.customerId}`)
    .where("kind", "=", "group")
    .where(sql<boolean>`json_typeof(public) = 'object'`)
    .where((where) =>
      where.or([
        sql<boolean>`access_auth & ${JOIN_BIT} <> 0`,
        where.exists(
          where
            .selectFrom("chat_subscriptions as own")
            .select("own.topic")
            .whereRef("own.topic", "=", "chat_topics.name")
            .where("own.chat_user_id", "=", user.id)
            .where("own.deleted_at", "is", null),
        ),
      ]),
    )
    .where((where) => where.and(words.map((word) => sql<boolean>`strpos(${name}, ${` ${word}`}) > 0`)))
    .orderBy("touched_at", "desc")
    .orderBy("name")
    .limit(limit)
    .execute();
  const counts = await memberCounts(
    query,
    rows.map((row) => row.name),
  );
  return rows.map((row) => ({ ...toStoredTopic(row), memberCount: counts.get(row.name) ?? 0 }));
}

async function memberCounts(query: Kysely<DB>, names: readonly string[]): Promise<Map<string, number>> {
  const rows = await query
    .selectFrom("chat_subscriptions")
    .select(["topic", (count) => count.fn.countAll<string>().as("members")])
    .where("topic", "=", sql<string>`any(${[...names]}::text[])`)
    .where("deleted_at", "is", null)
    .groupBy("topic")
    .execute();
  return new Map(rows.map((row) => [row.topic, Number(row.members)]));
}

function toStoredTopic(row: Selectable<ChatTopics>): StoredTopic {
  return {
    name: row.name,
    kind: row.kind as StoredTopicKind,
    customerId: row.customer_id,
    owner: row.owner ?? undefined,
    defacs: { auth: row.access_auth, anon: row.access_anon },
    public: fromJson(row.public),
    trusted: fromJson(row.trusted),
    aux: (row.aux ?? {}) as Readonly<Record<string, unknown>>,
    tags: row.tags,
    seq: row.seq,
    clear: row.clear,
    createdAt: millis(row.created_at),
    updatedAt: millis(row.updated_at),
    touchedAt: millis(row.touched_at),
  };
}

function toStoredSubscription(row: Selectable<ChatSubscriptions>): StoredSubscription {
  return {
    topic: row.topic,
    user: row.chat_user_id,
    want: row.want,
    given: row.given,
    private: fromJson(row.private),
    read: row.read,
    recv: row.recv,
    clear: row.clear,
    createdAt: millis(row.created_at),
    updatedAt: millis(row.updated_at),
    deletedAt: millisOrUndefined(row.deleted_at),
    isRemoved: row.is_removed,
  };
}
