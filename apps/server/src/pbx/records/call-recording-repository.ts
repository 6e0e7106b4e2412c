import type { Insertable, Kysely } from "kysely";
import type { CallRecordings, DB } from "../../database/schema/database-schema.ts";

export async function insertCallRecording(query: Kysely<DB>, row: Insertable<CallRecordings>): Promise<void> {
  await query
    .insertInto("call_recordings")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function findRecordedLine(
  query: Kysely<DB>,
  phoneId: number,
): Promise<{ readonly name: string; readonly customer_id: number } | undefined> {
  return query
    .selectFrom("phones")
    .select(["name", "customer_id"])
    .where("id", "=", phoneId)
    .executeTakeFirst();
}
