import type { DlrStatus, SmsMessage, SmsTask } from "@offhook/contract";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { limitOfText, OFTEN } from "../../../database/postgres/prepared-statements.ts";
import type { DB } from "../../../database/schema/database-schema.ts";
import { userName } from "../../../database/user-name-repository.ts";
import { mediaView, type StoredMedia } from "./message-media.ts";

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
function messagesIn({ conversationId, clearedId }: Thread, range: ThreadRange): RawBuilder<unknown> {
  const { from = 0, before = LAST_ID, direction, offset = 0, limit } = range;
  const least = Math.max(clearedId + 1, from);
  const order = sql.raw(direction);
  return sql`(
    select * from (
      select each.* from sms_messages as each
      where each.deleted_at is null
        and (each.conversation_id, each.id) >= (${conversationId}::int, ${least}::bigint)
        and (each.conversation_id, each.id) < (${conversationId}::int, ${before}::bigint)
      order by each.conversation_id ${order}, each.id ${order}
      limit ${limitOfText(offset + limit)}
    ) as nearest
    limit ${limit} offset ${offset}
  )`;
}

export interface MessageRow {
  readonly id: number;
  readonly kind: string;
  readonly direction: string;
  readonly text: string;
  readonly uuid: string | null;
  readonly is_grouped: boolean;
  readonly sent_by: number | null;
  readonly at: Date;
  readonly is_new: boolean;
  readonly read_by: number[];
  readonly mentions: number[];
  readonly status: string | null;
  readonly status_code: string;
  readonly status_at: Date | null;
  readonly firstname: string | null;
  readonly lastname: string | null;
  readonly media: StoredMedia[] | null;
  readonly tasks: SmsTask[] | null;
}

/** With sender, files and tasks, in one step: each further question would cost a page as much as the first. */
async function readMessages(
  query: Kysely<DB>,
  { customerId, line, number }: Thread,
  page: RawBuilder<unknown>,
): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    with page as materialized (${page}), task_list as (
      select source_detail_id, json_agg(
        json_build_object('id', id, 'status', status, 'assigned_to', assigned_to) order by id desc
      ) as tasks
      from tasks
      where customer_id = ${customerId} and source = 'sms' and line = ${line} and source_id = ${number}
        and status <> 'deleted' and source_detail_id = any(array(select id::text from page))
      group by source_detail_id
    )
    select ${OFTEN} message.id, message.kind, message.direction, message.text, message.uuid, message.is_grouped,
      message.sent_by, message.at, message.is_new, message.read_by, message.mentions, message.status,
      message.status_code, message.status_at, sender.firstname, sender.lastname, task_list.tasks,
      case when message.has_media then (
        select json_agg(json_build_object('key', key, 'name', name, 'type', type, 'size', size) order by position)
        from sms_media where message_id = message.id
      ) end as media
    from page as message
    left join users as sender on sender.id = message.sent_by
    left join task_list on task_list.source_detail_id = message.id::text
    order by message.id`.execute(query);
  return rows;
}

export type ThreadPlace =
  | { readonly kind: "newest"; readonly offset: number }
  | { readonly kind: "before"; readonly id: number }
  /** Its own message included. */
  | { readonly kind: "from"; readonly id: number };

function rangeAt(place: ThreadPlace, limit: number): ThreadRange {
  switch (place.kind) {
    case "from":
      return { from: place.id, direction: "asc", limit };
    case "before":
      return { before: place.id, direction: "desc", limit };
    case "newest":
      return { direction: "desc", offset: place.offset, limit };
  }
}

/** At most `limit` messages next to a place, oldest first. */
export function listMessages(
  query: Kysely<DB>,
  thread: Thread,
  place: ThreadPlace,
  limit: number,
): Promise<MessageRow[]> {
  return readMessages(query, thread, messagesIn(thread, rangeAt(place, limit)));
}

/** At most so many before a message, and so many from it on. */
export async function listMessagesAround(
  query: Kysely<DB>,
  thread: Thread,
  id: number,
  limits: { readonly before: number; readonly from: number },
): Promise<{ before: MessageRow[]; from: MessageRow[] }> {
  const before = messagesIn(thread, rangeAt({ kind: "before", id }, limits.before));
  const from = messagesIn(thread, rangeAt({ kind: "from", id }, limits.from));
  const rows = await readMessages(query, thread, sql`${before} union all ${from}`);
  return { before: rows.filter((row) => row.id < id), from: rows.filter((row) => row.id >= id) };
}

export function findMessages(
  query: Kysely<DB>,
  thread: Thread,
  ids: readonly number[],
): Promise<MessageRow[]> {
  const { conversationId, clearedId } = thread;
  const [first, ...others] = ids;
  // Nearly always it is one. Of a list PostgreSQL guesses that it is long, and plans anew each time to see that it is not.
  const isMeant =
    others.length === 0 ? sql`each.id = ${first ?? 0}::bigint` : sql`each.id = any(${[...ids]}::bigint[])`;
  return readMessages(
    query,
    thread,
    sql`
      select each.* from sms_messages as each
      where ${isMeant} and each.id > ${clearedId}
        and each.conversation_id = ${conversationId} and each.deleted_at is null`,
  );
}

/** The messages as clients see them. */
export function describeMessages(
  thread: Thread,
  rows: readonly MessageRow[],
  fileUrl: (key: string, name?: string) => string,
): SmsMessage[] {
  return rows.map((row) => toMessage(thread, row, fileUrl));
}

function toMessage(
  { line, number }: Thread,
  row: MessageRow,
  fileUrl: (key: string, name?: string) => string,
): SmsMessage {
  const isIncoming = row.direction === "in";
  const media = row.media ?? [];
  return {
    id: String(row.id),
    mId: row.uuid,
    kind: row.kind === "comment" ? "comment" : "text",
    direction: isIncoming ? "in" : "out",
    sender: isIncoming ? number : line,
    receiver: isIncoming ? line : number,
    text: row.text,
    html: escapeHtml(row.text),
    msgdata: row.text,
    attachments: media.map(({ name }) => name),
    media: media.map((file) => mediaView(file, fileUrl)),
    group: row.is_grouped ? row.uuid : null,
    sent_by: row.sent_by,
    sent_by_name: userName(row),
    read_by: row.read_by,
    time: row.at.getTime(),
    new: row.is_new,
    tasks: row.tasks ?? [],
    mentions: row.mentions,
    // Written through the table's own check.
    dlr_status: row.status as DlrStatus | null,
    dlr_error: row.status_code,
    dlr_time: row.status_at?.getTime() ?? null,
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

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"'\n]/g, (character) => ESCAPES[character] ?? character);
}
