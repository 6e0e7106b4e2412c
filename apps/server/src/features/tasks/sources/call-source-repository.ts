import type { Kysely } from "kysely";
import { isOnForUser } from "../../../database/feature-roles.ts";
import type { DB } from "../../../database/schema/database-schema.ts";
import type { Actor } from "../../../platform/actor.ts";

function missedCalls(query: Kysely<DB>, customerId: number) {
  return query
    .selectFrom("call_records")
    .innerJoin("phones", "phones.id", "call_records.phone_id")
    .select([
      "call_records.id",
      "call_records.number",
      "call_records.name",
      "call_records.started_at",
      "phones.id as phone_id",
      "phones.name as phone",
      "phones.label",
    ])
    .where("call_records.customer_id", "=", customerId)
    .where("call_records.ended_at", "is not", null)
    .where("call_records.dir", "=", "in")
    .where("call_records.status", "not in", ["answer", "elsewhere"]);
}

export type CallGlance = Awaited<ReturnType<ReturnType<typeof missedCalls>["execute"]>>[number];

export async function findMissedCall(
  query: Kysely<DB>,
  { userId, customerId }: Actor,
  id: string,
): Promise<CallGlance | undefined> {
  return missedCalls(query, customerId)
    .innerJoin("phone_users", "phone_users.phone_id", "phones.id")
    .where("call_records.id", "=", id)
    .where("phone_users.user_id", "=", userId)
    .executeTakeFirst();
}

export async function listMissedCalls(
  query: Kysely<DB>,
  customerId: number,
  ids: readonly string[],
): Promise<CallGlance[]> {
  return missedCalls(query, customerId)
    .where("call_records.id", "in", [...ids])
    .execute();
}

export async function listPhoneReaders(
  query: Kysely<DB>,
  customerId: number,
  phone: string,
): Promise<number[]> {
  const rows = await query
    .selectFrom("phones")
    .innerJoin("phone_users", "phone_users.phone_id", "phones.id")
    .innerJoin("users", "users.id", "phone_users.user_id")
    .select("users.id")
    .where("phones.customer_id", "=", customerId)
    .where("phones.name", "=", phone)
    .where("users.disabled_at", "is", null)
    .where(isOnForUser("calls"))
    .orderBy("users.id")
    .execute();
  return rows.map(({ id }) => id);
}
