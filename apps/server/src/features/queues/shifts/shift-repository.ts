import type { OnCallMode, ShiftGroup } from "@offhook/contract";
import type { Kysely } from "kysely";
import type { DB } from "../../../database/schema/database-schema.ts";
import { userNameOf } from "../../../database/user-name-repository.ts";

export interface StoredShift {
  readonly id: number;
  readonly customerId: number;
  readonly groupId: number;
  readonly group: string;
  readonly userId: number;
  readonly name: string;
  readonly phoneId: number;
  readonly phone: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly note: string;
  readonly timeZone: string;
}

function shifts(query: Kysely<DB>) {
  return query
    .selectFrom("on_call_shifts as shift")
    .innerJoin("hunt_groups", "hunt_groups.id", "shift.hunt_group_id")
    .innerJoin("customers", "customers.id", "shift.customer_id")
    .innerJoin("phones", "phones.id", "shift.phone_id")
    .innerJoin("users as person", "person.id", "shift.user_id")
    .select([
      "shift.id",
      "shift.customer_id as customerId",
      "shift.hunt_group_id as groupId",
      "hunt_groups.name as group",
      "shift.user_id as userId",
      "shift.phone_id as phoneId",
      "phones.name as phone",
      "shift.starts_at as startsAt",
      "shift.ends_at as endsAt",
      "shift.note",
      "customers.timezone as timeZone",
    ])
    .select(userNameOf("person").as("name"))
    .orderBy("shift.starts_at")
    .orderBy("shift.id");
}

type ShiftRow = Awaited<ReturnType<ReturnType<typeof shifts>["execute"]>>[number];
const toShift = (row: ShiftRow): StoredShift => ({ ...row, name: row.name ?? "" });

export interface ShiftPeriod {
  readonly from: Date;
  readonly to: Date | undefined;
}

/** Those of which some part lies in the period; of one user, or of everybody. */
export async function listShifts(
  query: Kysely<DB>,
  customerId: number,
  { from, to }: ShiftPeriod,
  userId: number | undefined,
): Promise<StoredShift[]> {
  let found = shifts(query).where("shift.customer_id", "=", customerId).where("shift.ends_at", ">", from);
  if (to) found = found.where("shift.starts_at", "<", to);
  if (userId !== undefined) found = found.where("shift.user_id", "=", userId);
  return (await found.limit(2000).execute()).map(toShift);
}

export async function findShift(
  query: Kysely<DB>,
  customerId: number,
  id: number,
): Promise<StoredShift | undefined> {
  const row = await shifts(query)
    .where("shift.customer_id", "=", customerId)
    .where("shift.id", "=", id)
    .executeTakeFirst();
  return row && toShift(row);
}

export async function listShiftsByUuid(
  query: Kysely<DB>,
  customerId: number,
  uuid: string,
): Promise<StoredShift[]> {
  const rows = await shifts(query)
    .where("shift.customer_id", "=", customerId)
    .where("shift.uuid", "=", uuid)
    .execute();
  return rows.map(toShift);
}

/** Those that are not over. */
export async function countShiftsAhead(query: Kysely<DB>, groupId: number, now: Date): Promise<number> {
  const { count } = await query
    .selectFrom("on_call_shifts")
    .select((is) => is.fn.countAll<number>().as("count"))
    .where("hunt_group_id", "=", groupId)
    .where("ends_at", ">", now)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function findOverlap(
  query: Kysely<DB>,
  groupId: number,
  { startsAt, endsAt }: Pick<StoredShift, "startsAt" | "endsAt">,
  except: number | undefined,
): Promise<StoredShift | undefined> {
  let found = shifts(query)
    .where("shift.hunt_group_id", "=", groupId)
    .where("shift.starts_at", "<", endsAt)
    .where("shift.ends_at", ">", startsAt);
  if (except !== undefined) found = found.where("shift.id", "!=", except);
  const row = await found.limit(1).executeTakeFirst();
  return row && toShift(row);
}

/** The note that was left last in the group before a shift; an empty one was not left. */
export async function findHandover(
  query: Kysely<DB>,
  { groupId, startsAt }: StoredShift,
): Promise<{ name: string; note: string } | null> {
  const row = await shifts(query)
    .clearOrderBy()
    .where("shift.hunt_group_id", "=", groupId)
    .where("shift.starts_at", "<", startsAt)
    .orderBy("shift.starts_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && row.note !== "" ? { name: row.name ?? "", note: row.note } : null;
}

/** Whoever writes shifts of a group does so alone, or two that overlap could both be stored. */
export async function lockGroup(query: Kysely<DB>, customerId: number, id: number): Promise<boolean> {
  const row = await query
    .selectFrom("hunt_groups")
    .select("id")
    .where("customer_id", "=", customerId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export async function listShiftGroups(query: Kysely<DB>, customerId: number): Promise<ShiftGroup[]> {
  const rows = await query
    .selectFrom("hunt_groups")
    .select(["id", "name", "extension", "on_call"])
    .where("customer_id", "=", customerId)
    .orderBy("name")
    .execute();
  // Written through the table's own check.
  return rows.map((row) => ({ ...row, on_call: row.on_call as OnCallMode }));
}

export async function findTimeZone(query: Kysely<DB>, customerId: number): Promise<string> {
  const { timezone } = await query
    .selectFrom("customers")
    .select("timezone")
    .where("id", "=", customerId)
    .executeTakeFirstOrThrow();
  return timezone;
}

/** The named line of a user, or the first of them. */
export async function findLineOfUser(
  query: Kysely<DB>,
  customerId: number,
  userId: number,
  phone: string | undefined,
): Promise<number | undefined> {
  const lines = query
    .selectFrom("phones")
    .innerJoin("phone_users", "phone_users.phone_id", "phones.id")
    .select("phones.id")
    .where("phones.customer_id", "=", customerId)
    .where("phone_users.user_id", "=", userId)
    .orderBy("phone_users.position")
    .orderBy("phones.id")
    .limit(1);
  const row = await (phone === undefined ? lines : lines.where("phones.name", "=", phone)).executeTakeFirst();
  return row?.id;
}

export interface NewShift {
  readonly customer_id: number;
  readonly hunt_group_id: number;
  readonly user_id: number;
  readonly phone_id: number;
  readonly uuid: string;
  readonly week: number;
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly note: string;
}

export async function insertShift(query: Kysely<DB>, shift: NewShift): Promise<void> {
  await query.insertInto("on_call_shifts").values(shift).execute();
}

/** With `isNews` its beginning is told again, to another person or at another time. */
export async function saveShift(query: Kysely<DB>, shift: StoredShift, isNews: boolean): Promise<void> {
  await query
    .updateTable("on_call_shifts")
    .set({
      user_id: shift.userId,
      phone_id: shift.phoneId,
      starts_at: shift.startsAt,
      ends_at: shift.endsAt,
      note: shift.note,
      ...(isNews && { phase: "planned" }),
    })
    .where("id", "=", shift.id)
    .execute();
}

export async function deleteShift(query: Kysely<DB>, id: number): Promise<void> {
  await query.deleteFrom("on_call_shifts").where("id", "=", id).execute();
}
