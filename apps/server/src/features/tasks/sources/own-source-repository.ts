import type { Kysely } from "kysely";
import type { DB } from "../../../database/schema/database-schema.ts";

/** Everyone in the company who can still sign in. */
export async function listColleagueIds(query: Kysely<DB>, customerId: number): Promise<number[]> {
  const rows = await query
    .selectFrom("users")
    .select("id")
    .where("customer_id", "=", customerId)
    .where("disabled_at", "is", null)
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}
