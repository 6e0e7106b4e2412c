import type { AuthLevel, UserId } from "@offhook/chat";
import { type Kysely, sql } from "kysely";
import type { DB } from "../database/database-schema.ts";

export interface ChatAccountRow {
  readonly id: number;
  readonly customer_id: number;
}

export async function findChatUserOfAccount(
  query: Kysely<DB>,
  accountId: number,
): Promise<UserId | undefined> {
  const row = await query
    .selectFrom("chat_users")
    .select("id")
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return row?.id;
}

export async function findChatUsersOfAccounts(
  query: Kysely<DB>,
  accountIds: readonly number[],
): Promise<UserId[]> {
  const rows = await query
    .selectFrom("chat_users")
    .select("id")
    .where("account_id", "in", accountIds)
    .execute();
  return rows.map(({ id }) => id);
}

export async function listAccountsWithoutChat(
  query: Kysely<DB>,
  customerId: number,
): Promise<ChatAccountRow[]> {
  return query
    .selectFrom("users")
    .select(["users.id", "users.customer_id"])
    .where("users.customer_id", "=", customerId)
    .where("users.disabled_at", "is", null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("chat_users").select("chat_users.id").whereRef("chat_users.account_id", "=", "users.id"),
        ),
      ),
    )
    .orderBy("users.id")
    .execute();
}

export interface ChatAccountState {
  readonly account_id: number | null;
  readonly state: string;
  readonly level: string;
  readonly isAllowed: boolean;
}

/** Whether the account behind a chat user may still chat. */
export async function findAccountOfChatUser(
  query: Kysely<DB>,
  user: UserId,
): Promise<ChatAccountState | undefined> {
  return (await listAccountsOfChatUsers(query, [user])).get(user);
}

export async function listAccountsOfChatUsers(
  query: Kysely<DB>,
  users: readonly UserId[],
): Promise<ReadonlyMap<UserId, ChatAccountState>> {
  const rows = await query
    .selectFrom("chat_users")
    .leftJoin("users", "users.id", "chat_users.account_id")
    .leftJoin("customers", "customers.id", "users.customer_id")
    .select([
      "chat_users.id",
      "chat_users.account_id",
      "chat_users.state",
      "chat_users.level",
      "users.roles",
      "users.disabled_at",
      "customers.chat_disabled",
    ])
    .where("chat_users.id", "=", sql<string>`any(${[...users]}::text[])`)
    .execute();
  return new Map(
    rows.map(({ id, account_id, state, level, roles, disabled_at, chat_disabled }) => {
      const { tc_chat } = (roles ?? {}) as Readonly<Record<string, unknown>>;
      const isOff = disabled_at !== null || chat_disabled === true || tc_chat === "0";
      return [id, { account_id, state, level, isAllowed: account_id === null || !isOff }];
    }),
  );
}

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

export async function findAccountNamed(
  query: Kysely<DB>,
  username: string,
): Promise<{ readonly userId: number; readonly customerId: number } | undefined> {
  return query
    .selectFrom("users")
    .select(["id as userId", "customer_id as customerId"])
    .where("username", "=", username)
    .where("disabled_at", "is", null)
    .executeTakeFirst();
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
