import type { StoredUser, TagQuery, UserChange, UserId } from "@offhook/chat";
import { type Kysely, type Selectable, sql } from "kysely";
import type { ChatUsers, DB } from "../database/database-schema.ts";
import { fromJson, millis, millisOrUndefined, toJson } from "./chat-row-values.ts";

export async function findChatUsers(query: Kysely<DB>, ids: readonly UserId[]): Promise<StoredUser[]> {
  const rows = await query
    .selectFrom("chat_users")
    .selectAll()
    .where("id", "=", sql<string>`any(${[...ids]}::text[])`)
    .execute();
  return rows.map(toStoredUser);
}

export async function insertChatUser(
  query: Kysely<DB>,
  user: StoredUser & { readonly accountId: number | null },
): Promise<void> {
  await query
    .insertInto("chat_users")
    .values({
      id: user.id,
      account_id: user.accountId,
      customer_id: user.customerId,
      state: user.state,
      access_auth: user.defacs.auth,
      access_anon: user.defacs.anon,
      me_want: user.meWant,
      public: toJson(user.public),
      trusted: toJson(user.trusted),
      private: toJson(user.private),
      find_private: toJson(user.findPrivate),
      tags: [...user.tags],
      user_agent: user.userAgent,
      created_at: new Date(user.createdAt),
      updated_at: new Date(user.updatedAt),
    })
    .onConflict((conflict) => conflict.column("account_id").doNothing())
    .execute();
}

export async function updateChatUser(query: Kysely<DB>, id: UserId, change: UserChange): Promise<void> {
  await query
    .updateTable("chat_users")
    .set({
      ...(change.state === undefined ? {} : { state: change.state }),
      ...(change.defacs === undefined
        ? {}
        : { access_auth: change.defacs.auth, access_anon: change.defacs.anon }),
      ...(change.meWant === undefined ? {} : { me_want: change.meWant }),
      ...("public" in change ? { public: toJson(change.public) } : {}),
      ...("trusted" in change ? { trusted: toJson(change.trusted) } : {}),
      ...("private" in change ? { private: toJson(change.private) } : {}),
      ...("findPrivate" in change ? { find_private: toJson(change.findPrivate) } : {}),
      ...(change.tags === undefined ? {} : { tags: [...change.tags] }),
      ...(change.userAgent === undefined ? {} : { user_agent: change.userAgent }),
      ...(change.seenAt === undefined ? {} : { seen_at: new Date(change.seenAt) }),
      ...(change.updatedAt === undefined ? {} : { updated_at: new Date(change.updatedAt) }),
      // An update must set something, also when nothing else is new.
      id,
    })
    .where("id", "=", id)
    .execute();
}

export async function deleteChatUser(query: Kysely<DB>, id: UserId): Promise<void> {
  await query.deleteFrom("chat_users").where("id", "=", id).execute();
}

export async function findChatUsersByTags(
  query: Kysely<DB>,
  customerId: number | null,
  wanted: TagQuery,
  limit: number,
): Promise<StoredUser[]> {
  const rows = await query
    .selectFrom("chat_users")
    .selectAll()
    .where(sql<boolean>`customer_id is not distinct from ${customerId}`)
    .where((where) => where.and(wanted.map((group) => sql<boolean>`tags && ${[...group]}::text[]`)))
    .where("state", "=", "ok")
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(toStoredUser);
}

function toStoredUser(row: Selectable<ChatUsers>): StoredUser {
  return {
    id: row.id,
    customerId: row.customer_id,
    state: row.state === "susp" ? "susp" : "ok",
    defacs: { auth: row.access_auth, anon: row.access_anon },
    meWant: row.me_want,
    public: fromJson(row.public),
    trusted: fromJson(row.trusted),
    private: fromJson(row.private),
    findPrivate: fromJson(row.find_private),
    tags: row.tags,
    userAgent: row.user_agent,
    seenAt: millisOrUndefined(row.seen_at),
    createdAt: millis(row.created_at),
    updatedAt: millis(row.updated_at),
  };
}
