import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { DB } from "../../../database/schema/database-schema.ts";
import { userName } from "../../../database/user-name-repository.ts";

/** What the company's file says of its own covers. */
export async function findOwnCovers(query: Kysely<DB>, customerId: number): Promise<unknown> {
  const { fax_covers } = await query
    .selectFrom("customers")
    .select("fax_covers")
    .where("id", "=", customerId)
    .executeTakeFirstOrThrow();
  return fax_covers;
}

export interface CoverSender {
  readonly company: string;
  readonly name: string;
  /** Of the fax line. */
  readonly number: string;
  /** Where the sender is called; empty where they have no number of their own. */
  readonly phone: string;
  readonly region: string;
  readonly timezone: string;
}

/** Whom a cover names as its sender. */
export async function findCoverSender(
  query: Kysely<DB>,
  lineId: number,
  userId: number | null,
): Promise<CoverSender> {
  const row = await query
    .selectFrom("fax_lines as line")
    .innerJoin("customers", "customers.id", "line.customer_id")
    .leftJoin("users", (join) => join.on("users.id", "=", userId))
    .select([
      "customers.name as company",
      "customers.region",
      "line.number",
      "users.firstname",
      "users.lastname",
      sql<string>`coalesce(users.timezone, customers.timezone)`.as("timezone"),
      sql<string | null>`(
        select phones.callerid_external from phones join phone_users on phone_users.phone_id = phones.id
        where phone_users.user_id = users.id and phones.callerid_external <> ''
        order by phone_users.position, phones.id limit 1
      )`.as("phone"),
    ])
    .where("line.id", "=", lineId)
    .executeTakeFirstOrThrow();
  const { company, number, region, timezone } = row;
  return { company, number, phone: row.phone ?? "", region, timezone, name: userName(row) };
}
