import type { Kysely } from "kysely";
import type { DB } from "../../../database/database-schema.ts";
import { OFTEN } from "../../../database/prepared-statements.ts";

export async function findStatus(query: Kysely<DB>, messageId: number): Promise<string | null> {
  const { status } = await query
    .selectFrom("sms_messages")
    .modifyFront(OFTEN)
    .select("status")
    .where("id", "=", messageId)
    .executeTakeFirstOrThrow();
  return status;
}
