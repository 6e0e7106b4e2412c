import type { Kysely, Selectable } from "kysely";
import type { DB, Users } from "../../../database/schema/database-schema.ts";

/** A user as far as signing in goes. */
export interface Account {
  readonly userId: number;
  readonly customerId: number;
  readonly username: string;
  readonly firstname: string;
  readonly email: string;
  readonly passwordHash: string | null;
  readonly isDisabled: boolean;
}

const COLUMNS = [
  "id",
  "customer_id",
  "username",
  "firstname",
  "email",
  "password_hash",
  "disabled_at",
] as const;

function toAccount(row: Pick<Selectable<Users>, (typeof COLUMNS)[number]>): Account {
  return {
    userId: row.id,
    customerId: row.customer_id,
    username: row.username,
    firstname: row.firstname,
    email: row.email || row.username,
    passwordHash: row.password_hash,
    isDisabled: row.disabled_at !== null,
  };
}

/** What was typed into a field for a username or an address, as the database spells it. */
export function foldUsername(typed: string): string {
  return typed.trim().toLowerCase();
}

export async function findAccountByUsername(
  query: Kysely<DB>,
  username: string,
): Promise<Account | undefined> {
  const row = await query
    .selectFrom("users")
    .select(COLUMNS)
    .where("username", "=", foldUsername(username))
    .executeTakeFirst();
  return row && toAccount(row);
}

/**
 * The one account an address belongs to. The username counts first, because it is unique; an address that several
 * accounts share belongs to none of them.
 */
export async function findAccountByEmail(query: Kysely<DB>, email: string): Promise<Account | undefined> {
  const folded = foldUsername(email);
  const byUsername = await findAccountByUsername(query, folded);
  if (byUsername) return byUsername;
  const rows = await query
    .selectFrom("users")
    .select(COLUMNS)
    .where((where) => where.eb(where.fn<string>("lower", ["email"]), "=", folded))
    .limit(2)
    .execute();
  const [row, another] = rows;
  return row && !another ? toAccount(row) : undefined;
}

export async function findAccount(query: Kysely<DB>, userId: number): Promise<Account | undefined> {
  const row = await query.selectFrom("users").select(COLUMNS).where("id", "=", userId).executeTakeFirst();
  return row && toAccount(row);
}

/** Everything that signs a user in or out takes this lock first, so that such changes happen one after the other. */
export async function lockAccount(query: Kysely<DB>, userId: number): Promise<Account | undefined> {
  const row = await query
    .selectFrom("users")
    .select(COLUMNS)
    .where("id", "=", userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row && toAccount(row);
}

export async function savePasswordHash(
  query: Kysely<DB>,
  userId: number,
  passwordHash: string,
): Promise<void> {
  await query.updateTable("users").set({ password_hash: passwordHash }).where("id", "=", userId).execute();
}

export async function saveAddress(
  query: Kysely<DB>,
  userId: number,
  address: { readonly username: string; readonly email: string },
): Promise<void> {
  await query.updateTable("users").set(address).where("id", "=", userId).execute();
}

export async function saveDisabledAt(
  query: Kysely<DB>,
  userId: number,
  disabledAt: Date | null,
): Promise<void> {
  await query.updateTable("users").set({ disabled_at: disabledAt }).where("id", "=", userId).execute();
}
