import type { SmsMessage } from "@offhook/contract";
import type { Kysely } from "kysely";
import type { DB } from "../../../database/schema/database-schema.ts";
import { userName } from "../../../database/user-name-repository.ts";
import { mediaView, type StoredMedia } from "./message-media.ts";
import { escapeHtml, type Thread } from "./thread-repository.ts";

function scheduled(query: Kysely<DB>) {
  return query
    .selectFrom("sms_scheduled as scheduled")
    .leftJoin("users as sender", "sender.id", "scheduled.created_by")
    .select([
      "scheduled.id",
      "scheduled.customer_id",
      "scheduled.conversation_id",
      "scheduled.uuid",
      "scheduled.text",
      "scheduled.created_by",
      "scheduled.scheduled_at",
      "sender.firstname",
      "sender.lastname",
    ]);
}

export type ScheduledRow = Awaited<ReturnType<ReturnType<typeof scheduled>["execute"]>>[number];

export function findScheduled(
  query: Kysely<DB>,
  customerId: number,
  id: number,
): Promise<ScheduledRow | undefined> {
  return scheduled(query)
    .where("scheduled.customer_id", "=", customerId)
    .where("scheduled.id", "=", id)
    .where("scheduled.suspended_at", "is", null)
    .executeTakeFirst();
}

export function findScheduledByUuid(
  query: Kysely<DB>,
  customerId: number,
  uuid: string,
): Promise<ScheduledRow | undefined> {
  return scheduled(query)
    .where("scheduled.customer_id", "=", customerId)
    .where("scheduled.uuid", "=", uuid)
    .executeTakeFirst();
}

/** What waits in a conversation, soonest first, as clients see it. */
export async function listScheduled(
  query: Kysely<DB>,
  thread: Thread,
  fileUrl: (key: string, name?: string) => string,
): Promise<SmsMessage[]> {
  const rows = await scheduled(query)
    .where("scheduled.conversation_id", "=", thread.conversationId)
    .where("scheduled.suspended_at", "is", null)
    .orderBy("scheduled.scheduled_at")
    .orderBy("scheduled.id")
    .execute();
  return Promise.all(
    rows.map(async (row) => scheduledView(thread, row, await listScheduledMedia(query, row.id), fileUrl)),
  );
}

export function scheduledView(
  { line, number }: Thread,
  row: ScheduledRow,
  media: readonly StoredMedia[],
  fileUrl: (key: string, name?: string) => string,
): SmsMessage {
  const time = row.scheduled_at.getTime();
  return {
    id: `scheduled-${row.id}`,
    mId: row.uuid,
    kind: "text",
    direction: "out",
    sender: line,
    receiver: number,
    text: row.text,
    html: escapeHtml(row.text),
    msgdata: row.text,
    attachments: media.map(({ name }) => name),
    media: media.map((file) => mediaView(file, fileUrl)),
    group: null,
    sent_by: row.created_by,
    sent_by_name: userName(row),
    read_by: [],
    time,
    new: false,
    tasks: [],
    mentions: [],
    dlr_status: null,
    dlr_error: "",
    dlr_time: null,
    scheduled: true,
    scheduled_at: time,
    scheduledId: row.id,
    scheduledTime: time,
  };
}

export async function listScheduledMedia(query: Kysely<DB>, id: number): Promise<StoredMedia[]> {
  return query
    .selectFrom("sms_media")
    .select(["key", "name", "type", "size"])
    .where("scheduled_id", "=", id)
    .orderBy("position")
    .execute();
}

export async function insertScheduled(
  query: Kysely<DB>,
  row: {
    readonly customer_id: number;
    readonly conversation_id: number;
    readonly uuid: string;
    readonly text: string;
    readonly created_by: number;
    readonly created_at: Date;
    readonly scheduled_at: Date;
  },
): Promise<number | undefined> {
  const inserted = await query
    .insertInto("sms_scheduled")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted?.id;
}

export async function updateScheduled(
  query: Kysely<DB>,
  id: number,
  change: { readonly text: string; readonly scheduled_at: Date },
): Promise<void> {
  await query.updateTable("sms_scheduled").set(change).where("id", "=", id).execute();
}

/** The keys of its files, which nothing speaks of any more. */
export async function deleteScheduledMedia(query: Kysely<DB>, id: number): Promise<string[]> {
  const rows = await query.deleteFrom("sms_media").where("scheduled_id", "=", id).returning("key").execute();
  return rows.map(({ key }) => key);
}

export async function deleteScheduled(query: Kysely<DB>, id: number): Promise<void> {
  await query.deleteFrom("sms_scheduled").where("id", "=", id).execute();
}

export async function deleteFiles(query: Kysely<DB>, keys: readonly string[]): Promise<void> {
  if (keys.length > 0)
    await query
      .deleteFrom("files")
      .where("key", "in", [...keys])
      .execute();
}

/** With its conversation gone nothing of it may go out; with null it may again. */
export async function suspendScheduled(
  query: Kysely<DB>,
  conversationId: number,
  at: Date | null,
): Promise<void> {
  await query
    .updateTable("sms_scheduled")
    .set({ suspended_at: at })
    .where("conversation_id", "=", conversationId)
    .where("suspended_at", at ? "is" : "is not", null)
    .execute();
}

export interface DueText {
  readonly id: number;
  readonly conversation_id: number;
}

export function listDueScheduled(query: Kysely<DB>, now: Date, limit: number): Promise<DueText[]> {
  return query
    .selectFrom("sms_scheduled")
    .select(["id", "conversation_id"])
    .where("suspended_at", "is", null)
    .where("scheduled_at", "<=", now)
    .orderBy("scheduled_at")
    .orderBy("id")
    .limit(limit)
    .execute();
}

export async function nextScheduledAt(query: Kysely<DB>): Promise<Date | undefined> {
  const row = await query
    .selectFrom("sms_scheduled")
    .select("scheduled_at")
    .where("suspended_at", "is", null)
    .orderBy("scheduled_at")
    .limit(1)
    .executeTakeFirst();
  return row?.scheduled_at;
}
