import type { UserId } from "@offhook/chat";
import type { Kysely } from "kysely";
import type { DB } from "../database/database-schema.ts";

export interface ChatAccountRow {
  readonly id: number;
  readonly customer_id: number;
  readonly username: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly teams_nickname: string;
  readonly color: string | null;
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

export async function listAccountsWithoutChat(
  query: Kysely<DB>,
  customerId: number,
): Promise<ChatAccountRow[]> {
  return selectAccounts(query)
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

export async function findChatAccount(
  query: Kysely<DB>,
  accountId: number,
): Promise<ChatAccountRow | undefined> {
  return selectAccounts(query).where("users.id", "=", accountId).executeTakeFirst();
}

function selectAccounts(query: Kysely<DB>) {
  return query
    .selectFrom("users")
    .select([
      "users.id",
      "users.customer_id",
      "users.username",
      "users.firstname",
      "users.lastname",
      "users.teams_nickname",
      "users.color",
    ]);
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
  const row = await query
    .selectFrom("chat_users")
    .leftJoin("users", "users.id", "chat_users.account_id")
    .leftJoin("customers", "customers.id", "users.customer_id")
    .select([
      "chat_users.account_id",
      "chat_users.state",
      "chat_users.level",
      "users.roles",
      "users.disabled_at",
      "customers.chat_disabled",
    ])
    .where("chat_users.id", "=", user)
    .executeTakeFirst();
  if (!row) return undefined;
  const roles = (row.roles ?? {}) as Readonly<Record<string, unknown>>;
  const isOff = row.disabled_at !== null || row.chat_disabled === true || roles.tc_chat === "0";
  const { account_id, state, level } = row;
  return { account_id, state, level, isAllowed: account_id === null || !isOff };
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

export async function setNickname(query: Kysely<DB>, accountId: number, nickname: string): Promise<void> {
  await query.updateTable("users").set({ teams_nickname: nickname }).where("id", "=", accountId).execute();
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

export async function setChatLevel(query: Kysely<DB>, user: UserId, level: "auth" | "root"): Promise<void> {
  await query.updateTable("chat_users").set({ level }).where("id", "=", user).execute();
}
