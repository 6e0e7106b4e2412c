import { type Kysely, sql } from "kysely";
import type { DB } from "../../../database/schema/database-schema.ts";
import type { ContactRow, Viewer } from "./contact-repository.ts";

export interface SyncPosition {
  readonly version: number;
  readonly id: number;
}

export interface SyncRow extends ContactRow {
  readonly is_visible: boolean;
}

/** What has changed behind a position, oldest first. Of what is gone only those who may have seen it hear. */
export async function listChanges(
  query: Kysely<DB>,
  { userId, customerId }: Viewer,
  after: SyncPosition | undefined,
  limit: number,
): Promise<SyncRow[]> {
  const isVisible = sql<boolean>`(deleted_at is null and (owner_id is not distinct from ${userId} or is_public))`;
  let rows = query
    .selectFrom("contacts")
    .selectAll()
    .select(isVisible.as("is_visible"))
    .where("customer_id", "=", customerId)
    .orderBy("version")
    .orderBy("id")
    .limit(limit);
  // The first load needs no word of what is already gone.
  rows = after
    ? rows
        .where(sql<boolean>`(version, id) > (${after.version}, ${after.id})`)
        .where((where) => where.or([where("owner_id", "=", userId), where("was_public", "=", true)]))
    : rows.where(isVisible);
  return rows.execute();
}

/** Forgets contacts that were deleted before `before`, and the files of their pictures, whose keys it returns. */
export async function forgetDeleted(query: Kysely<DB>, before: Date): Promise<string[]> {
  const gone = await query
    .deleteFrom("contacts")
    .where("deleted_at", "<", before)
    .returning(["id", "customer_id", "version", "photo_key"])
    .execute();
  if (gone.length === 0) return [];
  await query
    .deleteFrom("contact_speed_dials")
    .where(
      "contact_ref",
      "in",
      gone.map(({ id }) => String(id)),
    )
    .execute();
  const newest = new Map<number, number>();
  for (const { customer_id, version } of gone)
    newest.set(customer_id, Math.max(newest.get(customer_id) ?? 0, version));
  for (const [customerId, version] of newest) {
    await query
      .updateTable("contact_books")
      .set({ forgotten_version: sql`greatest(forgotten_version, ${version})` })
      .where("customer_id", "=", customerId)
      .execute();
  }
  const keys = gone.flatMap(({ photo_key }) => (photo_key === null ? [] : [photo_key]));
  if (keys.length > 0) await query.deleteFrom("files").where("key", "in", keys).execute();
  return keys;
}

export async function listSpeedDial(query: Kysely<DB>, userId: number): Promise<string[]> {
  const rows = await query
    .selectFrom("contact_speed_dials")
    .select("contact_ref")
    .where("user_id", "=", userId)
    .orderBy("id")
    .execute();
  return rows.map((row) => row.contact_ref);
}

/** Whether that changed anything. */
export async function setSpeedDial(
  query: Kysely<DB>,
  { userId, customerId }: Viewer,
  contactRef: string,
  isOn: boolean,
): Promise<boolean> {
  if (!isOn) {
    const { numDeletedRows } = await query
      .deleteFrom("contact_speed_dials")
      .where("user_id", "=", userId)
      .where("contact_ref", "=", contactRef)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }
  const { numInsertedOrUpdatedRows = 0n } = await query
    .insertInto("contact_speed_dials")
    .values({ user_id: userId, customer_id: customerId, contact_ref: contactRef })
    .onConflict((conflict) => conflict.columns(["user_id", "contact_ref"]).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}
