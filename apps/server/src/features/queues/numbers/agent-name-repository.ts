import { type Kysely, sql } from "kysely";
import type { DB } from "../../../database/schema/database-schema.ts";
import { firstUserOfPhone } from "../queue-repository.ts";

export interface AgentName {
  readonly phone_id: number;
  readonly phone: string;
  readonly name: string;
}

/** Those of these lines that the company still has, by the names of those who answer there. */
export async function listAgentNames(
  query: Kysely<DB>,
  customerId: number,
  phoneIds: readonly number[],
): Promise<AgentName[]> {
  const rows = await query
    .selectFrom("phones")
    .leftJoin(firstUserOfPhone(query), (join) => join.onRef("person.phone_id", "=", "phones.id"))
    .select(["phones.id as phone_id", "phones.name as phone", "phones.label", "person.name"])
    .where("phones.customer_id", "=", customerId)
    .where(sql<boolean>`phones.id = any(${[...phoneIds]}::integer[])`)
    .execute();
  return rows
    .map(({ phone_id, phone, label, name }) => ({ phone_id, phone, name: name || label || phone }))
    .sort((one, other) => one.name.localeCompare(other.name));
}
