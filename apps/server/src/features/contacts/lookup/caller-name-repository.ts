import type { Kysely, Selectable } from "kysely";
import type { CallerNames, DB } from "../../../database/schema/database-schema.ts";

export async function findCallerNames(
  query: Kysely<DB>,
  numbers: readonly string[],
): Promise<Selectable<CallerNames>[]> {
  return query.selectFrom("caller_names").selectAll().where("number", "in", numbers).execute();
}

export async function forgetCallerNames(query: Kysely<DB>, before: Date): Promise<void> {
  await query.deleteFrom("caller_names").where("told_at", "<", before).execute();
}

export async function saveCallerName(query: Kysely<DB>, row: Selectable<CallerNames>): Promise<void> {
  await query
    .insertInto("caller_names")
    .values(row)
    .onConflict((conflict) => conflict.column("number").doUpdateSet({ name: row.name, told_at: row.told_at }))
    .execute();
}
