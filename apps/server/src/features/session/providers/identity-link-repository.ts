import type { Insertable, Kysely } from "kysely";
import type { DB, IdentityLinks } from "../../../database/database-schema.ts";

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

export async function insertLink(query: Kysely<DB>, row: Insertable<IdentityLinks>): Promise<void> {
  await query
    .insertInto("identity_links")
    .values(row)
    .onConflict((conflict) => conflict.columns(["issuer", "subject"]).doNothing())
    .execute();
}
