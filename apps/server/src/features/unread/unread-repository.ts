import type { UnreadCounters, UnreadType } from "@offhook/contract";
import { type Kysely, sql } from "kysely";
import { isOnForUser } from "../../database/feature-roles.ts";
import type { DB } from "../../database/schema/database-schema.ts";

export interface UnreadUser {
  readonly userId: number;
  readonly customerId: number;
}

/** A line whose readers share what is unread on it. */
export interface UnreadLine {
  readonly customerId: number;
  readonly type: UnreadType;
  readonly line: string;
}

/**
 * Every line and box with the users who read it, under the names that `unread_items` uses. A user for whom a feature is
 * off reads none of its lines.
 */
function readersOf(query: Kysely<DB>) {
  return query
    .selectFrom("phones")
    .innerJoin("phone_users", "phone_users.phone_id", "phones.id")
    .innerJoin("users", "users.id", "phone_users.user_id")
    .where(isOnForUser("calls"))
    .select([
      "phones.customer_id",
      sql<string>`'phn'`.as("type"),
      "phones.name as line",
      "phone_users.user_id",
    ])
    .unionAll(
      query
        .selectFrom("sms_lines")
        .innerJoin("sms_line_users", "sms_line_users.sms_line_id", "sms_lines.id")
        .innerJoin("users", "users.id", "sms_line_users.user_id")
        .where(isOnForUser("messaging"))
        .select([
          "sms_lines.customer_id",
          sql<string>`'sms'`.as("type"),
          "sms_lines.number as line",
          "sms_line_users.user_id",
        ]),
    )
    .unionAll(
      query
        .selectFrom("voicemail_boxes")
        .innerJoin("voicemail_box_users", "voicemail_box_users.voicemail_box_id", "voicemail_boxes.id")
        .innerJoin("users", "users.id", "voicemail_box_users.user_id")
        .where(isOnForUser("voicemail"))
        .select([
          "voicemail_boxes.customer_id",
          sql<string>`'vox'`.as("type"),
          "voicemail_boxes.name as line",
          "voicemail_box_users.user_id",
        ]),
    )
    .unionAll(
      query
        .selectFrom("fax_lines")
        .innerJoin("fax_line_users", "fax_line_users.fax_line_id", "fax_lines.id")
        .innerJoin("users", "users.id", "fax_line_users.user_id")
        .where(isOnForUser("fax"))
        .select([
          "fax_lines.customer_id",
          sql<string>`'fax'`.as("type"),
          "fax_lines.number as line",
          "fax_line_users.user_id",
        ]),
    );
}

export async function countUnread(
  query: Kysely<DB>,
  userIds: readonly number[],
): Promise<Map<number, UnreadCounters>> {
  const counters = new Map(userIds.map((id) => [id, { sms: 0, phn: 0, vox: 0, fax: 0 }]));
  if (userIds.length === 0) return counters;
  const rows = await query
    .selectFrom(readersOf(query).as("reader"))
    .innerJoin("unread_items", (join) =>
      join
        .onRef("unread_items.customer_id", "=", "reader.customer_id")
        .onRef("unread_items.type", "=", "reader.type")
        .onRef("unread_items.line", "=", "reader.line"),
    )
    .select(["reader.user_id", "reader.type"])
    .select((select) => select.fn.countAll<number>().as("count"))
    .where("reader.user_id", "in", [...userIds])
    .groupBy(["reader.user_id", "reader.type"])
    .execute();
  for (const { user_id, type, count } of rows) {
    const counter = counters.get(user_id);
    if (counter) counter[type as UnreadType] = count;
  }
  return counters;
}

/** The lines of a user, narrowed by type and name where they are given. */
export async function listReadableLines(
  query: Kysely<DB>,
  { userId, customerId }: UnreadUser,
  only: { readonly type?: UnreadType | undefined; readonly line?: string | undefined },
): Promise<UnreadLine[]> {
  let lines = query
    .selectFrom(readersOf(query).as("reader"))
    .select(["reader.type", "reader.line"])
    .where("reader.user_id", "=", userId)
    .where("reader.customer_id", "=", customerId);
  if (only.type !== undefined) lines = lines.where("reader.type", "=", only.type);
  if (only.line !== undefined) lines = lines.where("reader.line", "=", only.line);
  const rows = await lines.execute();
  return rows.map(({ type, line }) => ({ customerId, type: type as UnreadType, line }));
}

export async function listReaders(query: Kysely<DB>, lines: readonly UnreadLine[]): Promise<number[]> {
  if (lines.length === 0) return [];
  const rows = await query
    .selectFrom(readersOf(query).as("reader"))
    .select("reader.user_id")
    .distinct()
    .where((where) =>
      where.or(
        lines.map(({ customerId, type, line }) =>
          where.and([
            where("reader.customer_id", "=", customerId),
            where("reader.type", "=", type),
            where("reader.line", "=", line),
          ]),
        ),
      ),
    )
    .orderBy("reader.user_id")
    .execute();
  return rows.map((row) => row.user_id);
}

/** Whether any of them was read before. */
export async function insertUnread(
  query: Kysely<DB>,
  { customerId, type, line }: UnreadLine,
  itemIds: readonly string[],
  now: Date,
): Promise<boolean> {
  const inserted = await query
    .insertInto("unread_items")
    .values(itemIds.map((item_id) => ({ customer_id: customerId, type, line, item_id, created_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .returning("item_id")
    .execute();
  return inserted.length > 0;
}

/** Whether any of them was unread before. Without ids: everything on the line. */
export async function deleteUnread(
  query: Kysely<DB>,
  { customerId, type, line }: UnreadLine,
  itemIds: readonly string[] | undefined,
): Promise<boolean> {
  let items = query
    .deleteFrom("unread_items")
    .where("customer_id", "=", customerId)
    .where("type", "=", type)
    .where("line", "=", line);
  if (itemIds) items = items.where("item_id", "in", [...itemIds]);
  const { numDeletedRows } = await items.executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

// Any number, as long as nothing else locks with it.
const LOCK_CLASS = 4_715_006;

/**
 * Changes of one company's unread items happen one after the other: counted side by side, two of them would each
 * miss the other, and the later event would tell a wrong number.
 */
export async function lockUnread(query: Kysely<DB>, customerId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK_CLASS}, ${customerId})`.execute(query);
}
