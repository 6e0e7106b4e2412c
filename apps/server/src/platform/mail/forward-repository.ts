import { type Kysely, sql } from "kysely";
import type { DB } from "../../database/schema/database-schema.ts";
import { userName } from "../../database/user-name-repository.ts";
import type { DomainError } from "../domain-error.ts";

/** A stolen session must not become a source of spam. */
const MAILS_PER_DAY = 100;
const DAY_MS = 24 * 3_600_000;

/**
 * Something that a user sends on by mail, to anybody. False where this request was carried out before; throws where
 * the user has sent too much today.
 */
export async function claimForward(
  query: Kysely<DB>,
  { userId, uuid, now }: { readonly userId: number; readonly uuid: string; readonly now: number },
  tooMany: () => DomainError,
): Promise<boolean> {
  const inserted = await query
    .insertInto("mail_forwards")
    .values({ user_id: userId, uuid, sent_at: new Date(now) })
    .onConflict((conflict) => conflict.doNothing())
    .returning("uuid")
    .execute();
  if (inserted.length === 0) return false;
  const since = new Date(now - DAY_MS);
  const { count } = await query
    .selectFrom("mail_forwards")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .where("sent_at", ">", since)
    .executeTakeFirstOrThrow();
  if (count > MAILS_PER_DAY) throw tooMany();
  await query
    .deleteFrom("mail_forwards")
    .where("user_id", "=", userId)
    .where("sent_at", "<=", since)
    .execute();
  return true;
}

export interface Sender {
  readonly name: string;
  readonly timezone: string;
}

export async function findSender(query: Kysely<DB>, userId: number): Promise<Sender> {
  const row = await query
    .selectFrom("users")
    .innerJoin("customers", "customers.id", "users.customer_id")
    .select([
      "firstname",
      "lastname",
      sql<string>`coalesce(users.timezone, customers.timezone)`.as("timezone"),
    ])
    .where("users.id", "=", userId)
    .executeTakeFirstOrThrow();
  return { name: userName(row), timezone: row.timezone };
}
