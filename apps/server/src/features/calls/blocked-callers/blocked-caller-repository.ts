import type { Kysely, Selectable } from "kysely";
import type { BlockedCallers, DB } from "../../../database/schema/database-schema.ts";

/** How many of them were not blocked before. */
export async function insertBlockedCallers(
  query: Kysely<DB>,
  by: { readonly userId: number; readonly customerId: number },
  phoneId: number,
  callers: readonly string[],
): Promise<number> {
  const added = await query
    .insertInto("blocked_callers")
    .values(
      callers.map((caller_number) => ({
        customer_id: by.customerId,
        phone_id: phoneId,
        caller_number,
        created_by: by.userId,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .execute();
  return added.length;
}

export async function countBlockedCallers(query: Kysely<DB>, phoneId: number): Promise<number> {
  const { count } = await query
    .selectFrom("blocked_callers")
    .select((select) => select.fn.countAll<number>().as("count"))
    .where("phone_id", "=", phoneId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function deleteBlockedCaller(
  query: Kysely<DB>,
  phoneId: number,
  caller: string,
): Promise<number> {
  const gone = await query
    .deleteFrom("blocked_callers")
    .where("phone_id", "=", phoneId)
    .where("caller_number", "=", caller)
    .returning("id")
    .execute();
  return gone.length;
}

export async function listBlockedCallers(
  query: Kysely<DB>,
  phoneIds: readonly number[],
): Promise<Pick<Selectable<BlockedCallers>, "id" | "phone_id" | "caller_number">[]> {
  return query
    .selectFrom("blocked_callers")
    .select(["id", "phone_id", "caller_number"])
    .where("phone_id", "in", phoneIds)
    .orderBy("id")
    .execute();
}
