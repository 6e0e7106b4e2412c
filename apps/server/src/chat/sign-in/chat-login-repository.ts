import type { AuthLevel, UserId } from "@offhook/chat";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../database/schema/database-schema.ts";

export interface ChatLoginRow {
  readonly chat_user_id: UserId;
  readonly password_hash: string;
}

export async function findChatLogin(query: Kysely<DB>, login: string): Promise<ChatLoginRow | undefined> {
  return query
    .selectFrom("chat_logins")
    .select(["chat_user_id", "password_hash"])
    .where("login", "=", login)
    .executeTakeFirst();
}

/** False when the name is taken. */
export async function insertChatLogin(query: Kysely<DB>, login: string, row: ChatLoginRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await query
    .insertInto("chat_logins")
    .values({ login, ...row })
    .onConflict((conflict) => conflict.column("login").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function findLoginOfChatUser(query: Kysely<DB>, user: UserId): Promise<string | undefined> {
  const row = await query
    .selectFrom("chat_logins")
    .select("login")
    .where("chat_user_id", "=", user)
    .forUpdate()
    .executeTakeFirst();
  return row?.login;
}

export async function findPasswordOfChatUser(query: Kysely<DB>, user: UserId): Promise<string | undefined> {
  const row = await query
    .selectFrom("chat_logins")
    .select("password_hash")
    .where("chat_user_id", "=", user)
    .executeTakeFirst();
  return row?.password_hash;
}

/** Whether a session of the product goes on, and is that of this user's account. */
export async function isLiveSessionOf(
  query: Kysely<DB>,
  sessionId: string,
  user: UserId,
  now: Date,
): Promise<boolean> {
  const row = await query
    .selectFrom("sessions")
    .innerJoin("chat_users", "chat_users.account_id", "sessions.user_id")
    .select("sessions.id")
    .where("sessions.id", "=", sessionId)
    .where("chat_users.id", "=", user)
    .where("sessions.ended_at", "is", null)
    .where("sessions.expires_at", ">", now)
    .executeTakeFirst();
  return row !== undefined;
}

/** The account's user in a Tinode cluster elsewhere. */
export async function findClusterUser(query: Kysely<DB>, accountId: number): Promise<string | undefined> {
  const row = await query
    .selectFrom("chat_cluster_users")
    .select("uid")
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return row?.uid;
}

/** False where the account is another user there already. */
export async function linkClusterUser(
  query: Kysely<DB>,
  accountId: number,
  uid: string,
  at: Date,
): Promise<boolean> {
  await query
    .insertInto("chat_cluster_users")
    .values({ account_id: accountId, uid, linked_at: at })
    .onConflict((conflict) => conflict.column("account_id").doNothing())
    .execute();
  return (await findClusterUser(query, accountId)) === uid;
}

/** Those of these sessions of the product that do not go on. */
export async function listEndedSessions(
  query: Kysely<DB>,
  ids: readonly string[],
  now: Date,
): Promise<string[]> {
  const rows = await query
    .selectFrom("sessions")
    .select("id")
    .where("id", "=", sql<string>`any(${[...ids]}::text[])`)
    .where("ended_at", "is", null)
    .where("expires_at", ">", now)
    .execute();
  const live = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !live.has(id));
}

export async function updateChatLogin(
  query: Kysely<DB>,
  before: string,
  { login, passwordHash }: { readonly login: string; readonly passwordHash: string },
): Promise<void> {
  await query
    .updateTable("chat_logins")
    .set({ login, password_hash: passwordHash })
    .where("login", "=", before)
    .execute();
}

export async function listChatRoots(query: Kysely<DB>): Promise<string[]> {
  const rows = await query
    .selectFrom("chat_users")
    .leftJoin("users", "users.id", "chat_users.account_id")
    .leftJoin("chat_logins", "chat_logins.chat_user_id", "chat_users.id")
    .select(({ fn }) => fn.coalesce("users.username", "chat_logins.login", "chat_users.id").as("name"))
    .where("chat_users.level", "=", "root")
    .orderBy("name")
    .execute();
  return rows.map(({ name }) => name);
}

export async function setChatLevel(query: Kysely<DB>, user: UserId, level: AuthLevel): Promise<void> {
  await query.updateTable("chat_users").set({ level }).where("id", "=", user).execute();
}
