import type { Kysely } from "kysely";
import { OFTEN } from "../../../database/postgres/prepared-statements.ts";
import type { DB } from "../../../database/schema/database-schema.ts";

export async function findStatus(query: Kysely<DB>, messageId: number): Promise<string | null> {
  const { status } = await query
    .selectFrom("sms_messages")
    .modifyFront(OFTEN)
    .select("status")
    .where("id", "=", messageId)
    .executeTakeFirstOrThrow();
  return status;
}
