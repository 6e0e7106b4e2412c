import type { Kysely } from "kysely";
import type { DB } from "../../../database/schema/database-schema.ts";
import type { Mailbox } from "../mailbox-access-repository.ts";

export interface LiveBox extends Mailbox {
  readonly label: string;
}

/** Undefined where its readers do not read along. */
export async function findLiveBox(
  query: Kysely<DB>,
  customerId: number,
  id: number,
): Promise<LiveBox | undefined> {
  const row = await query
    .selectFrom("voicemail_boxes")
    .select(["name", "label"])
    .where("id", "=", id)
    .where("customer_id", "=", customerId)
    .where("is_live", "=", true)
    .executeTakeFirst();
  return row && { id, customerId, name: row.name, label: row.label || row.name };
}
