import type { Database } from "../../../database/database.ts";

/** What supervisors of a company did, in that order, as it is stored. */
export async function actsOf({ query }: Pick<Database, "query">, company: number) {
  return query
    .selectFrom("queue_acts")
    .selectAll()
    .where("customer_id", "=", company)
    .orderBy("id")
    .execute();
}
