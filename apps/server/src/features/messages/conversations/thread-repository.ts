import type { DlrStatus, SmsMessage, SmsTask } from "@offhook/contract";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../../database/database-schema.ts";
import { OFTEN } from "../../../database/prepared-statements.ts";
import { type MediaRow, mediaView, type StoredMedia } from "./message-media.ts";

/** Whose thread it is: enough to say who sent a message to whom. */
export interface Thread {
  readonly conversationId: number;
  readonly customerId: number;
  readonly line: string;
  readonly number: string;
  /** Messages up to here are deleted. */
  readonly clearedId: number;
}

interface ThreadRange {
  readonly from?: number;
  readonly before?: number;
  readonly direction: "asc" | "desc";
  readonly offset?: number;
  readonly limit: number;
}

const LAST_ID = 9_000_000_000_000_000;

/**
 * Messages one can see, from one end of a range. Asked for as a range of pairs, which only the index of threads can
 * answer, and before anything is joined: left to choose, the planner walks all messages by id, or sorts the thread,
 * which takes seconds where it is long.
 */
async function readRange(query: Kysely<DB>, thread: Thread, range: ThreadRange) {
  const { conversationId, clearedId } = thread;
  const { from = 0, before = LAST_ID, direction, offset = 0, limit } = range;
  const least = Math.max(clearedId + 1, from);
  const page = query
    .selectFrom("sms_messages as each")
    .selectAll()
    .where("each.deleted_at", "is", null)
    .where(sql<boolean>`(each.conversation_id, each.id) >= (${conversationId}::int, ${least}::bigint)`)
    .where(sql<boolean>`(each.conversation_id, each.id) < (${conversationId}::int, ${before}::bigint)`)
    .orderBy("each.conversation_id", direction)
    .orderBy("each.id", direction)
    .limit(limit)
    .offset(offset);
  const rows = await query
    .selectFrom(page.as("message"))
    .modifyFront(OFTEN)
    .leftJoin("users as sender", "sender.id", "message.sent_by")
    .select(SHOWN)
    .execute();
  return rows.sort((one, other) => one.id - other.id);
}

const SHOWN = [
  "message.id",
  "message.kind",
  "message.direction",
  "message.text",
  "message.uuid",
  "message.is_grouped",
  "message.sent_by",
  "message.at",
  "message.is_new",
  "message.read_by",
  "message.mentions",
  "message.has_media",
  "message.status",
  "message.status_code",
  "message.status_at",
  "sender.firstname",
  "sender.lastname",
] as const;

export type MessageRow = Awaited<ReturnType<typeof readRange>>[number];

export type ThreadPlace =
  | { readonly kind: "newest"; readonly offset: number }
  | { readonly kind: "before"; readonly id: number }
  /** Its own message included. */
  | { readonly kind: "from"; readonly id: number };

/** At most `limit` messages next to a place, oldest first. */
export function listMessages(
  query: Kysely<DB>,
  thread: Thread,
  place: ThreadPlace,
  limit: number,
): Promise<MessageRow[]> {
  switch (place.kind) {
    case "from":
      return readRange(query, thread, { from: place.id, direction: "asc", limit });
    case "before":
      return readRange(query, thread, { before: place.id, direction: "desc", limit });
    case "newest":
      return readRange(query, thread, { direction: "desc", offset: place.offset, limit });
  }
}

export function findMessages(
  query: Kysely<DB>,
  { conversationId, clearedId }: Thread,
  ids: readonly number[],
): Promise<MessageRow[]> {
  return query
    .selectFrom("sms_messages as message")
    .leftJoin("users as sender", "sender.id", "message.sent_by")
    .select(SHOWN)
    .where("message.id", "in", [...ids])
    .where("message.id", ">", clearedId)
    .where("message.conversation_id", "=", conversationId)
    .where("message.deleted_at", "is", null)
    .orderBy("message.id")
    .execute();
}

/** The messages as clients see them, with their files and tasks. */
export async function describeMessages(
  query: Kysely<DB>,
  thread: Thread,
  rows: readonly MessageRow[],
  fileUrl: (key: string, name?: string) => string,
): Promise<SmsMessage[]> {
  if (rows.length === 0) return [];
  const files = await listMedia(
    query,
    rows.filter((row) => row.has_media).map((row) => row.id),
  );
  const tasks = await listTasks(query, thread, rows);
  return rows.map((row) => {
    const media = files.filter((file) => file.message_id === row.id);
    return toMessage(thread, row, media, tasks.get(String(row.id)) ?? [], fileUrl);
  });
}

async function listMedia(query: Kysely<DB>, messageIds: readonly number[]): Promise<MediaRow[]> {
  if (messageIds.length === 0) return [];
  return query
    .selectFrom("sms_media")
    .select(["message_id", "key", "name", "type", "size"])
    .where("message_id", "in", [...messageIds])
    .orderBy("message_id")
    .orderBy("position")
    .execute();
}

async function listTasks(
  query: Kysely<DB>,
  { customerId, line, number }: Thread,
  rows: readonly MessageRow[],
): Promise<Map<string, SmsTask[]>> {
  const ids = rows.map((row) => String(row.id));
  const found = await query
    .selectFrom("tasks")
    .modifyFront(OFTEN)
    .select(["id", "status", "assigned_to", "source_detail_id"])
    .where("customer_id", "=", customerId)
    .where("source", "=", "sms")
    .where("line", "=", line)
    .where("source_id", "=", number)
    .where("status", "!=", "deleted")
    .where(sql<boolean>`source_detail_id = any(${ids}::text[])`)
    .orderBy("id", "desc")
    .execute();
  const byMessage = new Map<string, SmsTask[]>();
  for (const { source_detail_id, id, status, assigned_to } of found) {
    // Written through the table's own check.
    const task = { id, status: status as SmsTask["status"], assigned_to };
    const key = source_detail_id ?? "";
    byMessage.set(key, [...(byMessage.get(key) ?? []), task]);
  }
  return byMessage;
}

function toMessage(
  { line, number }: Thread,
  row: MessageRow,
  media: readonly StoredMedia[],
  tasks: SmsTask[],
  fileUrl: (key: string, name?: string) => string,
): SmsMessage {
  const isIncoming = row.direction === "in";
  return {
    ...emptyMessage(row.text),
    id: String(row.id),
    mId: row.uuid,
    kind: row.kind === "comment" ? "comment" : "text",
    direction: isIncoming ? "in" : "out",
    sender: isIncoming ? number : line,
    receiver: isIncoming ? line : number,
    attachments: media.map(({ name }) => name),
    media: media.map((file) => mediaView(file, fileUrl)),
    group: row.is_grouped ? row.uuid : null,
    sent_by: row.sent_by,
    sent_by_name: `${row.firstname ?? ""} ${row.lastname ?? ""}`.trim(),
    read_by: row.read_by,
    time: row.at.getTime(),
    new: row.is_new,
    tasks,
    mentions: row.mentions,
    // Written through the table's own check.
    dlr_status: row.status as DlrStatus | null,
    dlr_error: row.status_code,
    dlr_time: row.status_at?.getTime() ?? null,
  };
}

/** What all messages have in common, of whatever kind. */
export function emptyMessage(text: string) {
  return {
    text,
    html: escapeHtml(text),
    msgdata: text,
    group: null,
    read_by: [],
    new: false,
    tasks: [],
    mentions: [],
    dlr_status: null,
    dlr_error: "",
    dlr_time: null,
    scheduled: false,
    scheduled_at: null,
    scheduledId: null,
    scheduledTime: null,
  };
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "\n": "<br>",
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"'\n]/g, (character) => ESCAPES[character] ?? character);
}
