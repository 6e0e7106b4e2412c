import { type Kysely, sql } from "kysely";
import type { DB } from "../../../database/schema/database-schema.ts";
import type { ThrottleState } from "./throttle-policy.ts";

/** Reads the state and keeps others from reading it until this transaction ends, also when there was none yet. */
export async function lockThrottle(query: Kysely<DB>, key: Buffer, now: Date): Promise<ThrottleState> {
  const row = await query
    .insertInto("sign_in_throttles")
    .values({ key, attempts: 0, last_attempt_at: now })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ key }))
    .returning(["attempts", "last_attempt_at", "blocked_until"])
    .executeTakeFirstOrThrow();
  return {
    attempts: row.attempts,
    lastAttemptAt: row.last_attempt_at.getTime(),
    blockedUntil: row.blocked_until?.getTime() ?? null,
  };
}

export async function saveThrottle(query: Kysely<DB>, key: Buffer, state: ThrottleState): Promise<void> {
  await query
    .updateTable("sign_in_throttles")
    .set({
      attempts: state.attempts,
      last_attempt_at: new Date(state.lastAttemptAt),
      blocked_until: state.blockedUntil === null ? null : new Date(state.blockedUntil),
    })
    .where("key", "=", key)
    .execute();
}

export async function deleteThrottle(query: Kysely<DB>, key: Buffer): Promise<void> {
  await query.deleteFrom("sign_in_throttles").where("key", "=", key).execute();
}

/** Takes one attempt back that turned out to be right. */
export async function refundThrottle(query: Kysely<DB>, key: Buffer): Promise<void> {
  await query
    .updateTable("sign_in_throttles")
    .set({ attempts: sql`greatest(attempts - 1, 0)` })
    .where("key", "=", key)
    .execute();
}

export async function deleteOldThrottles(query: Kysely<DB>, before: Date): Promise<void> {
  await query.deleteFrom("sign_in_throttles").where("last_attempt_at", "<", before).execute();
}
