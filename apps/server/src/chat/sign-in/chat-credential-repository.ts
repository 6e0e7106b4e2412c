import type { UserId } from "@offhook/chat";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../database/schema/database-schema.ts";

export interface CredentialKey {
  readonly method: string;
  readonly value: string;
}

export interface CredentialRow extends CredentialKey {
  readonly code_hash: Buffer | null;
  readonly code_expires_at: Date | null;
  readonly wrong_codes: number;
  readonly confirmed_at: Date | null;
}

/** What is asked of one user, and what is asked of one address, happens one after another until the transaction ends. */
export async function lockChatCredentials(query: Kysely<DB>, keys: readonly string[]): Promise<void> {
  for (const key of keys.toSorted())
    await sql`select pg_advisory_xact_lock(hashtextextended(${`chat-credential ${key}`}, 0))`.execute(query);
}

export async function listChatCredentials(query: Kysely<DB>, user: UserId): Promise<CredentialRow[]> {
  return query
    .selectFrom("chat_credentials")
    .select(["method", "value", "code_hash", "code_expires_at", "wrong_codes", "confirmed_at"])
    .where("chat_user_id", "=", user)
    .orderBy("created_at")
    .orderBy("value")
    .execute();
}

/** The mail address an account of the product has, for as long as it is in use. */
export async function findAccountAddress(query: Kysely<DB>, user: UserId): Promise<string | undefined> {
  const row = await query
    .selectFrom("chat_users")
    .innerJoin("users", "users.id", "chat_users.account_id")
    .select("users.email")
    .where("chat_users.id", "=", user)
    .executeTakeFirst();
  return row?.email || undefined;
}

/** Confirmed in chat, or the mail address of an account of the product. */
export async function isCredentialTaken(
  query: Kysely<DB>,
  { method, value }: CredentialKey,
): Promise<boolean> {
  if ((await findCredentialOwner(query, { method, value })) !== undefined) return true;
  if (method !== "email") return false;
  const row = await query
    .selectFrom("users")
    .select("id")
    .where(sql<boolean>`lower(email) = ${value}`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function findCredentialOwner(
  query: Kysely<DB>,
  { method, value }: CredentialKey,
): Promise<UserId | undefined> {
  const row = await query
    .selectFrom("chat_credentials")
    .select("chat_user_id")
    .where("method", "=", method)
    .where("value", "=", value)
    .where("confirmed_at", "is not", null)
    .executeTakeFirst();
  return row?.chat_user_id;
}

/** In the place of what the user had asked for before and never confirmed. */
export async function saveWaitingCredential(
  query: Kysely<DB>,
  user: UserId,
  row: CredentialKey & {
    readonly code_hash: Buffer;
    readonly code_expires_at: Date;
    readonly created_at: Date;
  },
): Promise<void> {
  await query
    .deleteFrom("chat_credentials")
    .where("chat_user_id", "=", user)
    .where("method", "=", row.method)
    .where("confirmed_at", "is", null)
    .execute();
  await query
    .insertInto("chat_credentials")
    .values({ chat_user_id: user, ...row })
    .execute();
}

export async function countWrongCode(query: Kysely<DB>, user: UserId, key: CredentialKey): Promise<void> {
  await query
    .updateTable("chat_credentials")
    .set({ wrong_codes: sql`wrong_codes + 1` })
    .where("chat_user_id", "=", user)
    .where("method", "=", key.method)
    .where("value", "=", key.value)
    .execute();
}

export async function confirmChatCredential(
  query: Kysely<DB>,
  user: UserId,
  { method, value }: CredentialKey,
  at: Date,
): Promise<void> {
  await query
    .updateTable("chat_credentials")
    .set({ confirmed_at: at, code_hash: null, code_expires_at: null, wrong_codes: 0 })
    .where("chat_user_id", "=", user)
    .where("method", "=", method)
    .where("value", "=", value)
    .execute();
}

/** Whether it was there. */
export async function deleteChatCredential(
  query: Kysely<DB>,
  user: UserId,
  { method, value }: CredentialKey,
): Promise<boolean> {
  const { numDeletedRows } = await query
    .deleteFrom("chat_credentials")
    .where("chat_user_id", "=", user)
    .where("method", "=", method)
    .where("value", "=", value)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Whether the user was known by other words before. */
export async function changeChatUserTags(
  query: Kysely<DB>,
  user: UserId,
  { add, remove }: { readonly add?: string; readonly remove?: string },
): Promise<boolean> {
  const row = await query
    .selectFrom("chat_users")
    .select("tags")
    .where("id", "=", user)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return false;
  const kept = row.tags.filter((tag) => tag !== remove && tag !== add);
  const tags = add === undefined ? kept : [...kept, add];
  await query.updateTable("chat_users").set({ tags }).where("id", "=", user).execute();
  return tags.toSorted().join() !== row.tags.toSorted().join();
}

/** How many codes went to this address, and for this user, since then. */
export async function countCodesSent(
  query: Kysely<DB>,
  { method, value, user, since }: CredentialKey & { readonly user: UserId | undefined; readonly since: Date },
): Promise<number> {
  const { count } = await query
    .selectFrom("chat_codes_sent")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("sent_at", ">", since)
    .where((where) =>
      where.or([
        where.and([where("method", "=", method), where("value", "=", value)]),
        ...(user === undefined ? [] : [where("chat_user_id", "=", user)]),
      ]),
    )
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Older ones are of no use any more. */
export async function noteCodeSent(
  query: Kysely<DB>,
  row: CredentialKey & { readonly chat_user_id: UserId | null; readonly sent_at: Date },
  keepSince: Date,
): Promise<void> {
  await query.deleteFrom("chat_codes_sent").where("sent_at", "<=", keepSince).execute();
  await query.insertInto("chat_codes_sent").values(row).execute();
}

export interface ResetCodeRow {
  readonly chat_user_id: UserId;
  readonly code_hash: Buffer;
  readonly expires_at: Date;
  readonly wrong_codes: number;
}

export async function saveResetCode(
  query: Kysely<DB>,
  { method, value }: CredentialKey,
  row: Omit<ResetCodeRow, "wrong_codes">,
): Promise<void> {
  await query
    .insertInto("chat_reset_codes")
    .values({ method, value, ...row })
    .onConflict((conflict) => conflict.columns(["method", "value"]).doUpdateSet({ ...row, wrong_codes: 0 }))
    .execute();
}

export async function findResetCode(
  query: Kysely<DB>,
  { method, value }: CredentialKey,
): Promise<ResetCodeRow | undefined> {
  return query
    .selectFrom("chat_reset_codes")
    .select(["chat_user_id", "code_hash", "expires_at", "wrong_codes"])
    .where("method", "=", method)
    .where("value", "=", value)
    .forUpdate()
    .executeTakeFirst();
}

export async function countWrongResetCode(
  query: Kysely<DB>,
  { method, value }: CredentialKey,
): Promise<void> {
  await query
    .updateTable("chat_reset_codes")
    .set({ wrong_codes: sql`wrong_codes + 1` })
    .where("method", "=", method)
    .where("value", "=", value)
    .execute();
}

export async function deleteResetCode(query: Kysely<DB>, { method, value }: CredentialKey): Promise<void> {
  await query
    .deleteFrom("chat_reset_codes")
    .where("method", "=", method)
    .where("value", "=", value)
    .execute();
}
