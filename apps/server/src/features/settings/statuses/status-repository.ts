import type { ActiveStatus, StatusDuration, UserStatus } from "@offhook/contract";
import { bitFrom } from "@offhook/contract";
import type { Kysely } from "kysely";
import type { DB } from "../../../database/schema/database-schema.ts";

export interface StatusUser {
  readonly userId: number;
  readonly customerId: number;
}

export interface NewStatus {
  readonly uuid: string | null;
  readonly name: string;
  readonly emoji: string;
  readonly default_duration: StatusDuration;
}

interface StatusRow {
  readonly id: number;
  readonly user_id: number | null;
  readonly name: string;
  readonly emoji: string;
  readonly default_duration: string;
}

const COLUMNS = [
  "user_statuses.id",
  "user_statuses.user_id",
  "user_statuses.name",
  "user_statuses.emoji",
  "user_statuses.default_duration",
] as const;

function toStatus(row: StatusRow): UserStatus {
  return {
    id: row.id,
    name: row.name,
    emoji: row.emoji,
    // The table's check allows no other.
    default_duration: row.default_duration as StatusDuration,
    shared: bitFrom(row.user_id === null),
  };
}

/** Those a user may pick: the company's, and the user's own. */
function visibleTo(query: Kysely<DB>, user: StatusUser) {
  return query
    .selectFrom("user_statuses")
    .select(COLUMNS)
    .where("customer_id", "=", user.customerId)
    .where((where) => where.or([where("user_id", "is", null), where("user_id", "=", user.userId)]));
}

export async function listStatuses(query: Kysely<DB>, user: StatusUser): Promise<UserStatus[]> {
  const rows = await visibleTo(query, user).orderBy("user_id", "desc").orderBy("id").execute();
  return rows.map(toStatus);
}

/** Until the end of the transaction nobody deletes it, or, before a deletion, nobody sets it. */
export async function lockStatus(
  query: Kysely<DB>,
  user: StatusUser,
  id: number,
  purpose: "toSet" | "toDelete",
): Promise<UserStatus | undefined> {
  const status = visibleTo(query, user).where("id", "=", id);
  const row = await (purpose === "toSet" ? status.forKeyShare() : status.forUpdate()).executeTakeFirst();
  return row && toStatus(row);
}

/** The one with the same uuid where there is one already. */
export async function insertStatus(
  query: Kysely<DB>,
  user: StatusUser,
  status: NewStatus,
): Promise<UserStatus> {
  const inserted = await query
    .insertInto("user_statuses")
    .values({ ...status, customer_id: user.customerId, user_id: user.userId })
    .onConflict((conflict) => conflict.columns(["user_id", "uuid"]).doNothing())
    .returning(COLUMNS)
    .executeTakeFirst();
  const row =
    inserted ?? (await visibleTo(query, user).where("uuid", "=", status.uuid).executeTakeFirstOrThrow());
  return toStatus(row);
}

export async function deleteStatus(query: Kysely<DB>, id: number): Promise<void> {
  await query.deleteFrom("user_statuses").where("id", "=", id).execute();
}

export async function findActiveStatus(query: Kysely<DB>, userId: number): Promise<ActiveStatus | undefined> {
  const row = await query
    .selectFrom("active_statuses")
    .innerJoin("user_statuses", "user_statuses.id", "active_statuses.status_id")
    .select([...COLUMNS, "active_statuses.expires_at"])
    .where("active_statuses.user_id", "=", userId)
    .executeTakeFirst();
  return row && { ...toStatus(row), expires_at: toUnix(row.expires_at) };
}

export async function saveActiveStatus(
  query: Kysely<DB>,
  user: StatusUser,
  active: { readonly statusId: number; readonly setAt: Date; readonly expiresAt: number | null },
): Promise<void> {
  const values = {
    status_id: active.statusId,
    set_at: active.setAt,
    expires_at: active.expiresAt === null ? null : new Date(active.expiresAt * 1000),
  };
  await query
    .insertInto("active_statuses")
    .values({ ...values, user_id: user.userId, customer_id: user.customerId })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(values))
    .execute();
}

/** Whether there was one. */
export async function deleteActiveStatus(query: Kysely<DB>, userId: number): Promise<boolean> {
  const { numDeletedRows } = await query
    .deleteFrom("active_statuses")
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export async function deleteExpiredStatuses(query: Kysely<DB>, now: Date): Promise<StatusUser[]> {
  const rows = await query
    .deleteFrom("active_statuses")
    .where("expires_at", "<=", now)
    .returning(["user_id", "customer_id"])
    .execute();
  return rows.map((row) => ({ userId: row.user_id, customerId: row.customer_id }));
}

export async function nextStatusExpiry(query: Kysely<DB>): Promise<Date | undefined> {
  const row = await query
    .selectFrom("active_statuses")
    .select((select) => select.fn.min("expires_at").as("next"))
    .executeTakeFirst();
  return row?.next ?? undefined;
}

/** Whose clock counts for "today": the user's, or the company's where the user has set none. */
export async function findTimezone(query: Kysely<DB>, userId: number): Promise<string> {
  const row = await query
    .selectFrom("users")
    .innerJoin("customers", "customers.id", "users.customer_id")
    .select((select) => select.fn.coalesce("users.timezone", "customers.timezone").as("timezone"))
    .where("users.id", "=", userId)
    .executeTakeFirstOrThrow();
  return row.timezone;
}

function toUnix(date: Date | null): number | null {
  return date === null ? null : Math.floor(date.getTime() / 1000);
}
