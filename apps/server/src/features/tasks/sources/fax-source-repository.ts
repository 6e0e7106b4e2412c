import type { Kysely } from "kysely";
import { isOnForUser } from "../../../database/feature-roles.ts";
import type { DB } from "../../../database/schema/database-schema.ts";
import type { Actor } from "../../../platform/actor.ts";

function faxes(query: Kysely<DB>, customerId: number) {
  return query
    .selectFrom("faxes")
    .innerJoin("fax_lines", "fax_lines.id", "faxes.fax_line_id")
    .select([
      "faxes.id",
      "faxes.direction",
      "faxes.party_number",
      "faxes.party_name",
      "faxes.at",
      "faxes.pages",
      "fax_lines.number as line",
      "fax_lines.name as label",
    ])
    .where("faxes.customer_id", "=", customerId)
    .where("faxes.deleted_at", "is", null);
}

export type FaxGlance = Awaited<ReturnType<ReturnType<typeof faxes>["execute"]>>[number];

export async function findFax(
  query: Kysely<DB>,
  { userId, customerId }: Actor,
  id: string,
): Promise<FaxGlance | undefined> {
  return faxes(query, customerId)
    .innerJoin("fax_line_users", "fax_line_users.fax_line_id", "faxes.fax_line_id")
    .where("faxes.id", "=", id)
    .where("fax_line_users.user_id", "=", userId)
    .executeTakeFirst();
}

export async function listFaxes(
  query: Kysely<DB>,
  customerId: number,
  ids: readonly string[],
): Promise<FaxGlance[]> {
  return faxes(query, customerId)
    .where("faxes.id", "in", [...ids])
    .execute();
}

export async function listFaxReaders(query: Kysely<DB>, customerId: number, line: string): Promise<number[]> {
  const rows = await query
    .selectFrom("fax_lines")
    .innerJoin("fax_line_users", "fax_line_users.fax_line_id", "fax_lines.id")
    .innerJoin("users", "users.id", "fax_line_users.user_id")
    .select("users.id")
    .where("fax_lines.customer_id", "=", customerId)
    .where("fax_lines.number", "=", line)
    .where("users.disabled_at", "is", null)
    .where(isOnForUser("fax"))
    .orderBy("users.id")
    .execute();
  return rows.map(({ id }) => id);
}
