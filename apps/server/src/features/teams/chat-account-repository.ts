import type { StoredUser, UserId } from "@offhook/chat";
import { type Kysely, sql } from "kysely";
import { isOnForUser } from "../../database/feature-roles.ts";
import { toJson } from "../../database/postgres/row-values.ts";
import type { DB } from "../../database/schema/database-schema.ts";

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
      "users.disabled_at",
      "customers.chat_disabled",
    ])
    .select(isOnForUser("teamChat").as("is_on"))
    .where("chat_users.id", "=", sql<string>`any(${[...users]}::text[])`)
    .execute();
  return new Map(
    rows.map(({ id, account_id, state, level, is_on, disabled_at, chat_disabled }) => {
      const mayChat = is_on && disabled_at === null && chat_disabled !== true;
      const isAllowed = account_id === null || mayChat;
      return [id, { account_id, state, level, isAllowed }];
    }),
  );
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
