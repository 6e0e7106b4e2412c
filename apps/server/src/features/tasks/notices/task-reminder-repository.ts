import type { Kysely } from "kysely";
import type { DB } from "../../../database/schema/database-schema.ts";

function waiting(query: Kysely<DB>) {
  return query
    .selectFrom("tasks")
    .where("remind_on", "is not", null)
    .where("reminded_on", "is", null)
    .where("status", "=", "new");
}

export async function listDueReminders(query: Kysely<DB>, now: Date, limit: number): Promise<number[]> {
  const rows = await waiting(query)
    .select("id")
    .where("remind_on", "<=", now)
    .orderBy("remind_on")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export async function nextReminder(query: Kysely<DB>): Promise<Date | undefined> {
  const row = await waiting(query)
    .select((select) => select.fn.min("remind_on").as("next"))
    .executeTakeFirst();
  return row?.next ?? undefined;
}
