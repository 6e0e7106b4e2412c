import { type Kysely, sql } from "kysely";
import type { DB } from "../../../database/schema/database-schema.ts";

export interface OwnLine {
  readonly id: number;
  readonly name: string;
  readonly extension: string | null;
  readonly callerid_external: string;
}

/** The lines of a user, in the user's order. */
export async function listOwnPhoneLines(
  query: Kysely<DB>,
  { userId, customerId }: { readonly userId: number; readonly customerId: number },
): Promise<OwnLine[]> {
  return query
    .selectFrom("phones")
    .innerJoin("phone_users", "phone_users.phone_id", "phones.id")
    .select(["phones.id", "phones.name", "phones.extension", "phones.callerid_external"])
    .where("phone_users.user_id", "=", userId)
    .where("phones.customer_id", "=", customerId)
    .orderBy("phone_users.position")
    .orderBy("phones.id")
    .execute();
}

/** The line a user's calls go out from: the chosen one, or the first. */
export async function findActiveLine(
  query: Kysely<DB>,
  { userId }: { readonly userId: number },
): Promise<Pick<OwnLine, "id" | "name"> | undefined> {
  return query
    .selectFrom("phone_users")
    .innerJoin("phones", "phones.id", "phone_users.phone_id")
    .leftJoin("user_settings", "user_settings.user_id", "phone_users.user_id")
    .select(["phones.id", "phones.name"])
    .where("phone_users.user_id", "=", userId)
    .orderBy(sql`(phones.name = user_settings.settings ->> 'activePhoneLine') desc nulls last`)
    .orderBy("phone_users.position")
    .orderBy("phones.id")
    .limit(1)
    .executeTakeFirst();
}

/** The user's line of this name, or without one the line that calls go out from. */
export async function findOwnLine(
  query: Kysely<DB>,
  user: { readonly userId: number; readonly customerId: number },
  name: string | undefined,
): Promise<Pick<OwnLine, "id" | "name"> | undefined> {
  if (name === undefined) return findActiveLine(query, user);
  return (await listOwnPhoneLines(query, user)).find((line) => line.name === name);
}

/** Whose line this is; a shared one has several people. */
export async function listUsersOfLine(
  query: Kysely<DB>,
  { phoneId, customerId }: { readonly phoneId: number; readonly customerId: number },
): Promise<number[]> {
  const rows = await query
    .selectFrom("phone_users")
    .innerJoin("phones", "phones.id", "phone_users.phone_id")
    .select("phone_users.user_id")
    .where("phones.id", "=", phoneId)
    .where("phones.customer_id", "=", customerId)
    .orderBy("phone_users.user_id")
    .execute();
  return rows.map(({ user_id }) => user_id);
}
