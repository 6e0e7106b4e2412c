import { type Kysely, type Selectable, sql } from "kysely";
import type { DB, Sessions } from "../../../database/schema/database-schema.ts";

export type EndReason =
  | "signedOut"
  | "expired"
  | "endedByUser"
  | "passwordChanged"
  | "tokenReused"
  | "userDisabled"
  | "addressRestored";
export type SessionRow = Selectable<Sessions>;

/** Ended in a way that says nothing against the device: its user may come back on it. */
const HARMLESS_ENDS: readonly EndReason[] = ["signedOut", "expired", "passwordChanged"];

export async function insertSession(
  query: Kysely<DB>,
  row: Pick<
    SessionRow,
    "id" | "user_id" | "device_id" | "device_name" | "address" | "created_at" | "last_used_at" | "expires_at"
  >,
): Promise<void> {
  await query.insertInto("sessions").values(row).execute();
}

export async function lockSession(query: Kysely<DB>, id: string): Promise<SessionRow | undefined> {
  return query.selectFrom("sessions").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
}

export async function lockSessionOfDevice(
  query: Kysely<DB>,
  userId: number,
  deviceId: string,
): Promise<SessionRow | undefined> {
  return query
    .selectFrom("sessions")
    .selectAll()
    .where("user_id", "=", userId)
    .where("device_id", "=", deviceId)
    .where("ended_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
}

export async function continueSession(
  query: Kysely<DB>,
  id: string,
  change: Partial<Pick<SessionRow, "device_id" | "device_name" | "address" | "last_used_at" | "expires_at">>,
): Promise<void> {
  await query.updateTable("sessions").set(change).where("id", "=", id).execute();
}

export async function listSessions(query: Kysely<DB>, userId: number, now: Date): Promise<SessionRow[]> {
  return query
    .selectFrom("sessions")
    .selectAll()
    .where("user_id", "=", userId)
    .where("ended_at", "is", null)
    .where("expires_at", ">", now)
    .orderBy("last_used_at", "desc")
    .orderBy("id")
    .execute();
}

export interface SessionFilter {
  readonly userId: number;
  readonly id?: string;
  readonly exceptId?: string;
}

/** Returns the ids of those that were still going. */
export async function endSessions(
  query: Kysely<DB>,
  filter: SessionFilter,
  end: { readonly at: Date; readonly reason: EndReason },
): Promise<string[]> {
  let update = query
    .updateTable("sessions")
    .set({ ended_at: end.at, end_reason: end.reason })
    .where("user_id", "=", filter.userId)
    .where("ended_at", "is", null);
  if (filter.id !== undefined) update = update.where("id", "=", filter.id);
  if (filter.exceptId !== undefined) update = update.where("id", "!=", filter.exceptId);
  const rows = await update.returning("id").execute();
  return rows.map((row) => row.id);
}

/** The session and its user in one go, for the check of an access token. */
export async function findSessionsForTokens(query: Kysely<DB>, ids: readonly string[]) {
  return query
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .innerJoin("customers", "customers.id", "users.customer_id")
    .select([
      "sessions.id",
      "sessions.ended_at",
      "sessions.end_reason",
      "sessions.last_used_at",
      "sessions.confirmed_generation",
      "users.id as user_id",
      "users.customer_id",
      "users.roles",
      "users.disabled_at",
      "customers.chat_disabled",
    ])
    .where("sessions.id", "in", [...new Set(ids)])
    .execute();
}

/** What the use of a session's token says about it. */
export interface SessionUse {
  readonly at: Date;
  readonly generation: number;
}

export async function noteSessionUse(query: Kysely<DB>, id: string, use: SessionUse): Promise<void> {
  await noteSessionUses(query, [{ id, ...use }]);
}

export async function noteSessionUses(
  query: Kysely<DB>,
  uses: readonly (SessionUse & { readonly id: string })[],
): Promise<void> {
  // Rows are locked in one order, so that two statements never wait for each other's.
  await sql`
    with used as (
      select id, max(at) as at, max(generation) as generation
      from jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) as each (id text, at timestamptz, generation int)
      group by id
    ), locked as (
      select sessions.id from sessions where id in (select used.id from used) order by id for update
    )
    update sessions set
      last_used_at = greatest(last_used_at, used.at),
      confirmed_generation = greatest(confirmed_generation, used.generation)
    from used join locked on locked.id = used.id
    where sessions.id = used.id`.execute(query);
}

/** Whether this user has signed in on the device before; true for any reason is enough. */
export async function isKnownDevice(
  query: Kysely<DB>,
  userId: number,
  proof: { readonly deviceId: string | undefined; readonly refreshTokenHash: Buffer | undefined },
): Promise<boolean> {
  const row = await query
    .selectFrom("sessions")
    .leftJoin("refresh_tokens", (join) =>
      join
        .onRef("refresh_tokens.session_id", "=", "sessions.id")
        .on("refresh_tokens.token_hash", "=", proof.refreshTokenHash ?? Buffer.alloc(0)),
    )
    .select("sessions.id")
    .where("sessions.user_id", "=", userId)
    .where((where) => where.or([where("end_reason", "is", null), where("end_reason", "in", HARMLESS_ENDS)]))
    .where((where) =>
      where.or([
        where("sessions.device_id", "=", proof.deviceId ?? null),
        where("refresh_tokens.token_hash", "is not", null),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteOldSessions(query: Kysely<DB>, before: Date): Promise<void> {
  await query
    .deleteFrom("sessions")
    .where((where) => where.or([where("expires_at", "<", before), where("ended_at", "<", before)]))
    .execute();
}
