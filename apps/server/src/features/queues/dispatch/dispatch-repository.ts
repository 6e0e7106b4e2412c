import type { Kysely } from "kysely";
import type { DB } from "../../../database/schema/database-schema.ts";

/** All voicemail boxes of a company: a caller can be sent to each, whoever reads it. */
export async function listBoxes(
  query: Kysely<DB>,
  customerId: number,
): Promise<{ name: string; label: string }[]> {
  return query
    .selectFrom("voicemail_boxes")
    .select(["name", "label"])
    .where("customer_id", "=", customerId)
    .orderBy("name")
    .execute();
}
