import type { Presence } from "@offhook/contract";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../database/schema/database-schema.ts";

export interface PresenceUser {
  readonly userId: number;
  readonly customerId: number;
}

/** What colleagues were last told. Locked until the end of the transaction, so that changes come one by one. */
export async function lockPresence(
  query: Kysely<DB>,
  { userId, customerId }: PresenceUser,
  now: Date,
): Promise<Presence> {
  await query
    .insertInto("user_presence")
    .values({ user_id: userId, customer_id: customerId, presence: 0, changed_at: now })
    .onConflict((conflict) => conflict.column("user_id").doNothing())
    .execute();
  const row = await query
    .selectFrom("user_presence")
    .select("presence")
    .where("user_id", "=", userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return row.presence as Presence;
}

export async function savePresence(
  query: Kysely<DB>,
  userId: number,
  presence: Presence,
  now: Date,
): Promise<void> {
  await query
    .updateTable("user_presence")
    .set({ presence, changed_at: now })
    .where("user_id", "=", userId)
    .execute();
}

/** Whether the user, though connected, takes no calls: by do not disturb on the active line, or in the app. */
export async function isTakingNoCalls(query: Kysely<DB>, userId: number): Promise<boolean> {
  const { rows } = await sql<{ dnd: boolean | null; calls_disabled: boolean }>`
    select
      coalesce(settings.settings -> 'disableCalls' = 'true', false) as calls_disabled,
      (
        select phones.dnd
        from phone_users
        join phones on phones.id = phone_users.phone_id
        where phone_users.user_id = users.id
        order by (phones.name = settings.settings ->> 'activePhoneLine') desc nulls last,
          phone_users.position, phones.id
        limit 1
      ) as dnd
    from users
    left join user_settings settings on settings.user_id = users.id
    where users.id = ${userId}`.execute(query);
  const [row] = rows;
  return row !== undefined && (row.calls_disabled || row.dnd === true);
}

/** All who were last told to be online or away. */
export async function listPresentUsers(query: Kysely<DB>): Promise<PresenceUser[]> {
  const rows = await query
    .selectFrom("user_presence")
    .select(["user_id", "customer_id"])
    .where("presence", "<>", 0)
    .execute();
  return rows.map((row) => ({ userId: row.user_id, customerId: row.customer_id }));
}
