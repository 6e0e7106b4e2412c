import type { Insertable, Kysely } from "kysely";
import type { DB, Feedback } from "../../../database/schema/database-schema.ts";

/** False when the same report is stored already. */
export async function insertFeedback(query: Kysely<DB>, feedback: Insertable<Feedback>): Promise<boolean> {
  const inserted = await query
    .insertInto("feedback")
    .values(feedback)
    .onConflict((conflict) => conflict.columns(["user_id", "uuid"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted !== undefined;
}
