import { type Bit, bitFrom, type HuntGroup, type HuntGroupLine } from "@offhook/contract";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../database/schema/database-schema.ts";
import { firstUserOfPhone, type QueueUser } from "./queue-repository.ts";

/** A line with the group it belongs to. */
export interface PlacedLine {
  readonly groupId: number;
  readonly line: HuntGroupLine;
}

/** Extensions that ring at the user's. */
function ownExtensions(query: Kysely<DB>, { userId, customerId }: QueueUser) {
  return query
    .selectFrom("phones")
    .innerJoin("phone_users", "phone_users.phone_id", "phones.id")
    .select("phones.extension")
    .where("phones.customer_id", "=", customerId)
    .where("phone_users.user_id", "=", userId)
    .where("phones.extension", "is not", null);
}

function linesFor(query: Kysely<DB>, user: QueueUser) {
  return query
    .selectFrom("hunt_group_lines as line")
    .innerJoin("hunt_groups", "hunt_groups.id", "line.hunt_group_id")
    .leftJoin("phones", (join) =>
      join
        .onRef("phones.customer_id", "=", "hunt_groups.customer_id")
        .onRef("phones.extension", "=", "line.dnumber"),
    )
    .leftJoin(firstUserOfPhone(query), (join) => join.onRef("person.phone_id", "=", "phones.id"))
    .select(["line.id", "line.hunt_group_id", "line.dnumber", "line.available", "line.level"])
    .select(["phones.label", "person.name"])
    .select((select) => select("line.dnumber", "in", ownExtensions(query, user)).as("owned"))
    .where("hunt_groups.customer_id", "=", user.customerId)
    .orderBy("line.level")
    .orderBy("line.position")
    .orderBy("line.id");
}

type LineRow = Awaited<ReturnType<ReturnType<typeof linesFor>["execute"]>>[number];

function toPlacedLine(row: LineRow): PlacedLine {
  const line = {
    id: row.id,
    dnumber: row.dnumber,
    available: bitFrom(row.available),
    level: row.level,
    name: row.name || row.label || "",
    owned: row.owned === true,
  };
  return { groupId: row.hunt_group_id, line };
}

/** Those one of the user's lines is in. */
export async function listHuntGroups(query: Kysely<DB>, user: QueueUser): Promise<HuntGroup[]> {
  const lines = (await linesFor(query, user).execute()).map(toPlacedLine);
  const own = lines.filter(({ line }) => line.owned).map(({ groupId }) => groupId);
  if (own.length === 0) return [];
  const groups = await query
    .selectFrom("hunt_groups")
    .select(["id", "name", "extension"])
    .where("customer_id", "=", user.customerId)
    .where("id", "in", own)
    .orderBy("name")
    .execute();
  return groups.map((group) => ({
    ...group,
    lines: lines.filter(({ groupId }) => groupId === group.id).map(({ line }) => line),
  }));
}

export async function listLinesOf(
  query: Kysely<DB>,
  user: QueueUser,
  groupId: number,
): Promise<HuntGroupLine[]> {
  const rows = await linesFor(query, user).where("hunt_groups.id", "=", groupId).execute();
  return rows.map((row) => toPlacedLine(row).line);
}

export async function findLine(
  query: Kysely<DB>,
  user: QueueUser,
  lineId: number,
): Promise<PlacedLine | undefined> {
  const row = await linesFor(query, user).where("line.id", "=", lineId).executeTakeFirst();
  return row && toPlacedLine(row);
}

/** True when something was different before: of two equal changes only one is told. */
export async function saveLine(
  query: Kysely<DB>,
  lineId: number,
  { available, level }: { readonly available: Bit; readonly level: number },
): Promise<boolean> {
  const isAvailable = available === "1";
  const { numUpdatedRows } = await query
    .updateTable("hunt_group_lines")
    .set({ available: isAvailable, level })
    .where("id", "=", lineId)
    .where(sql<boolean>`(available, level) is distinct from (${isAvailable}::boolean, ${level}::integer)`)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
