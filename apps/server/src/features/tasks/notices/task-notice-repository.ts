import { type Kysely, sql } from "kysely";
import type { DB } from "../../../database/schema/database-schema.ts";

/** On unless the user has switched it off: only what the user has changed is stored. */
export async function wantsTaskNotices(query: Kysely<DB>, userId: number): Promise<boolean> {
  const row = await query
    .selectFrom("user_settings")
    .select(sql<string | null>`settings ->> 'taskNotifications'`.as("value"))
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.value !== "false";
}
