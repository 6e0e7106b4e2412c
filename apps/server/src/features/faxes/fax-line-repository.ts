import type { Kysely } from "kysely";
import { OFTEN } from "../../database/postgres/prepared-statements.ts";
import type { DB } from "../../database/schema/database-schema.ts";
import type { Actor } from "../../platform/actor.ts";
import { noFaxAccess } from "./fax-errors.ts";

export interface FaxLine {
  readonly id: number;
  readonly customerId: number;
  readonly number: string;
}

/** The lines the user works with. */
export async function listOwnFaxLines(
  query: Kysely<DB>,
  { userId, customerId }: Pick<Actor, "userId" | "customerId">,
): Promise<FaxLine[]> {
  const rows = await query
    .selectFrom("fax_lines as line")
    .modifyFront(OFTEN)
    .innerJoin("fax_line_users as member", "member.fax_line_id", "line.id")
    .select(["line.id", "line.number"])
    .where("member.user_id", "=", userId)
    .where("line.customer_id", "=", customerId)
    .orderBy("member.position")
    .orderBy("line.id")
    .execute();
  return rows.map(({ id, number }) => ({ id, customerId, number }));
}

/** Throws where one of them is no line that the user works with. */
export async function requireOwnFaxLines(
  query: Kysely<DB>,
  actor: Pick<Actor, "userId" | "customerId">,
  numbers: readonly string[],
): Promise<FaxLine[]> {
  const found = (await listOwnFaxLines(query, actor)).filter(({ number }) => numbers.includes(number));
  if (found.length < numbers.length) throw noFaxAccess();
  return found;
}

/** Throws where the user works with no such line. */
export async function requireOwnFaxLine(
  query: Kysely<DB>,
  actor: Pick<Actor, "userId" | "customerId">,
  number: string,
): Promise<FaxLine> {
  const found = (await listOwnFaxLines(query, actor)).find((line) => line.number === number);
  if (!found) throw noFaxAccess();
  return found;
}

/** Of any company: a fax line's number is the only one of the installation. */
export async function findFaxLine(query: Kysely<DB>, number: string): Promise<FaxLine | undefined> {
  const row = await query
    .selectFrom("fax_lines")
    .select(["id", "customer_id", "number"])
    .where("number", "=", number)
    .executeTakeFirst();
  return row && { id: row.id, customerId: row.customer_id, number: row.number };
}
