import type { Kysely } from "kysely";
import type { DB } from "./schema/database-schema.ts";

/** Where the numbers of a company are written without a country code. */
export async function findRegion(query: Kysely<DB>, customerId: number): Promise<string> {
  const { region } = await query
    .selectFrom("customers")
    .select("region")
    .where("id", "=", customerId)
    .executeTakeFirstOrThrow();
  return region;
}
