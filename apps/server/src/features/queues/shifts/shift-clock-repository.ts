import type { Kysely } from "kysely";
import type { DB } from "../../../database/schema/database-schema.ts";

export interface DueShift {
  readonly id: number;
  readonly customerId: number;
  readonly groupId: number;
}

/** Shifts that have begun or ended without anybody having been told. */
export async function listDueShifts(query: Kysely<DB>, now: Date, limit: number): Promise<DueShift[]> {
  return query
    .selectFrom("on_call_shifts")
    .select(["id", "customer_id as customerId", "hunt_group_id as groupId"])
    .where(({ or, and, eb }) =>
      or([
        and([eb("phase", "=", "planned"), eb("starts_at", "<=", now)]),
        and([eb("phase", "=", "begun"), eb("ends_at", "<=", now)]),
      ]),
    )
    .orderBy("starts_at")
    .limit(limit)
    .execute();
}

/** True for the one server that was quicker than any other. */
export async function moveToPhase(
  query: Kysely<DB>,
  id: number,
  { from, to }: { readonly from: readonly string[]; readonly to: "begun" | "ended" },
): Promise<boolean> {
  const { numUpdatedRows } = await query
    .updateTable("on_call_shifts")
    .set({ phase: to })
    .where("id", "=", id)
    .where("phase", "in", from)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function nextShiftChange(query: Kysely<DB>): Promise<Date | undefined> {
  const [begins, ends] = await Promise.all([
    query
      .selectFrom("on_call_shifts")
      .select((select) => select.fn.min("starts_at").as("at"))
      .where("phase", "=", "planned")
      .executeTakeFirst(),
    query
      .selectFrom("on_call_shifts")
      .select((select) => select.fn.min("ends_at").as("at"))
      .where("phase", "=", "begun")
      .executeTakeFirst(),
  ]);
  const times = [begins?.at, ends?.at].flatMap((at) => at?.getTime() ?? []);
  return times.length === 0 ? undefined : new Date(Math.min(...times));
}
