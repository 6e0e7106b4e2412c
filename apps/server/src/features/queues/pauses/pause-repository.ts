import { type Kysely, sql } from "kysely";
import type { DB } from "../../../database/schema/database-schema.ts";
import type { QueueUser } from "../queue-repository.ts";

export interface PausableLine {
  readonly id: number;
  readonly name: string;
  /** Null: not paused. */
  readonly reason: string | null;
  readonly since: Date | null;
}

/** The user's lines that serve a queue, or the named one of them, locked until the end of the transaction. */
export async function lockPausableLines(
  query: Kysely<DB>,
  { userId, customerId }: QueueUser,
  phone: string | undefined,
): Promise<PausableLine[]> {
  const lines = query
    .selectFrom("phones")
    .innerJoin("phone_users", "phone_users.phone_id", "phones.id")
    .leftJoin("queue_pauses", "queue_pauses.phone_id", "phones.id")
    .select(["phones.id", "phones.name", "queue_pauses.reason", "queue_pauses.since"])
    .where("phones.customer_id", "=", customerId)
    .where("phone_users.user_id", "=", userId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("queue_members")
          .select("queue_members.queue_id")
          .whereRef("queue_members.phone_id", "=", "phones.id"),
      ),
    )
    .orderBy("phones.id")
    .forUpdate("phones");
  return (phone === undefined ? lines : lines.where("phones.name", "=", phone)).execute();
}

export interface NewPause {
  readonly phoneIds: readonly number[];
  readonly customerId: number;
  readonly reason: string;
  readonly since: Date;
}

export async function savePauses(
  query: Kysely<DB>,
  { phoneIds, customerId, reason, since }: NewPause,
): Promise<void> {
  if (phoneIds.length === 0) return;
  await query
    .insertInto("queue_pauses")
    .values(phoneIds.map((phone_id) => ({ phone_id, customer_id: customerId, reason, since })))
    .onConflict((conflict) => conflict.column("phone_id").doUpdateSet({ reason, since }))
    .execute();
}

export async function findLineName(
  query: Kysely<DB>,
  customerId: number,
  phoneId: number,
): Promise<string | undefined> {
  const line = await query
    .selectFrom("phones")
    .select("name")
    .where("id", "=", phoneId)
    .where("customer_id", "=", customerId)
    .executeTakeFirst();
  return line?.name;
}

/** The name of a line that is paused from now on; undefined where it was already. */
export async function keepPause(
  query: Kysely<DB>,
  { phoneId, customerId, reason, since }: Omit<NewPause, "phoneIds"> & { readonly phoneId: number },
): Promise<string | undefined> {
  const name = await findLineName(query, customerId, phoneId);
  if (name === undefined) return undefined;
  const { numInsertedOrUpdatedRows } = await query
    .insertInto("queue_pauses")
    .values({ phone_id: phoneId, customer_id: customerId, reason, since })
    .onConflict((conflict) => conflict.column("phone_id").doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n ? name : undefined;
}

/** Ends a pause for this reason on a line that is logged in nowhere; true where there was one. */
export async function deletePauseOfLoggedOut(
  query: Kysely<DB>,
  phoneId: number,
  reason: string,
): Promise<boolean> {
  const { numDeletedRows } = await query
    .deleteFrom("queue_pauses")
    .where("phone_id", "=", phoneId)
    .where("reason", "=", reason)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("queue_members")
            .select("queue_id")
            .where("phone_id", "=", phoneId)
            .where("available", "=", true),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export async function deletePauses(query: Kysely<DB>, phoneIds: readonly number[]): Promise<void> {
  await query
    .deleteFrom("queue_pauses")
    .where(sql<boolean>`phone_id = any(${[...phoneIds]}::integer[])`)
    .execute();
}

/** What agents of the company may say when they pause. */
export async function listPauseReasons(query: Kysely<DB>, customerId: number): Promise<string[]> {
  const { pause_reasons } = await query
    .selectFrom("customers")
    .select("pause_reasons")
    .where("id", "=", customerId)
    .executeTakeFirstOrThrow();
  return pause_reasons;
}
