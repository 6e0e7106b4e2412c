import type { Insertable, Kysely } from "kysely";
import type { DB, IdentityLinks } from "../../../database/schema/database-schema.ts";

export async function findLinkedUser(
  query: Kysely<DB>,
  issuer: string,
  subject: string,
): Promise<number | undefined> {
  const row = await query
    .selectFrom("identity_links")
    .select("user_id")
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .executeTakeFirst();
  return row?.user_id;
}

export async function listIssuers(query: Kysely<DB>, userId: number): Promise<readonly string[]> {
  const rows = await query
    .selectFrom("identity_links")
    .select("issuer")
    .distinct()
    .where("user_id", "=", userId)
    .execute();
  return rows.map((row) => row.issuer);
}

/** Whoever linked an identity while they held the account's address must not come back with it. */
export async function deleteLinksSince(query: Kysely<DB>, userId: number, since: Date): Promise<void> {
  await query
    .deleteFrom("identity_links")
    .where("user_id", "=", userId)
    .where("created_at", ">=", since)
    .execute();
}

export async function insertLink(query: Kysely<DB>, row: Insertable<IdentityLinks>): Promise<void> {
  await query
    .insertInto("identity_links")
    .values(row)
    .onConflict((conflict) => conflict.columns(["issuer", "subject"]).doNothing())
    .execute();
}
