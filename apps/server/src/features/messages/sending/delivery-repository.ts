import type { Kysely } from "kysely";
import type { DB } from "../../../database/database-schema.ts";

export async function findStatus(query: Kysely<DB>, messageId: number): Promise<string | null> {
  const { status } = await query
    .selectFrom("sms_messages")
    .select("status")
    .where("id", "=", messageId)
    .executeTakeFirstOrThrow();
  return status;
}
