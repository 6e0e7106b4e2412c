import type { DlrStatus, SmsConversation, SmsTask } from "@offhook/contract";
import { formatPhone } from "@offhook/telephony";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { OFTEN } from "../../../database/postgres/prepared-statements.ts";
import type { DB } from "../../../database/schema/database-schema.ts";
import { userName } from "../../../database/user-name-repository.ts";
import type { SmsLine } from "./sms-line-repository.ts";

const SUBTITLE_LENGTH = 160;

interface ListedRow {
  readonly id: number;
  readonly number: string;
  readonly last_at: Date;
  readonly unread_count: number;
  readonly first_unread_id: number | null;
  readonly read_by: number[];
  readonly scheduled_id: number | null;
  readonly scheduled_at: Date | null;
  readonly is_blocked: boolean;
  readonly opted_out_at: Date | null;
  readonly opted_out_word: string;
  readonly line: string;
  readonly reason: string | null;
  readonly direction: string | null;
  readonly has_media: boolean | null;
  readonly status: string | null;
  readonly status_code: string | null;
  readonly status_at: Date | null;
  readonly task_id: number | null;
  readonly task_status: string | null;
  readonly assigned_to: number | null;
  readonly firstname: string | null;
  readonly lastname: string | null;
  readonly text: string | null;
}

/** What a list shows of a conversation. A text can be long, and a page has many. */
const LISTED = sql`
  conversation.id, conversation.number, conversation.last_at, conversation.unread_count,
  conversation.first_unread_id, conversation.read_by, conversation.scheduled_id, conversation.scheduled_at,
  conversation.is_blocked, conversation.opted_out_at, conversation.opted_out_word, line.number as line,
  blacklist.reason, last.direction, last.has_media, last.status, last.status_code, last.status_at,
  task.id as task_id, task.status as task_status, task.assigned_to, assignee.firstname, assignee.lastname,
  left(last.text, ${sql.lit(SUBTITLE_LENGTH)}) as text`;

/** Where it comes from. Written, and not built: that would take longer than to find it. */
const FROM_LISTED = sql`
  from sms_conversations as conversation
  join sms_lines as line on line.id = conversation.sms_line_id
  left join sms_messages as last on last.id = conversation.last_message_id
  left join sms_blacklist as blacklist
    on blacklist.sms_line_id = conversation.sms_line_id and blacklist.number = conversation.number
  left join tasks as task
    on task.customer_id = conversation.customer_id and task.source = 'sms' and task.line = line.number
    and task.source_id = conversation.number and task.is_current
  left join users as assignee on assignee.id = task.assigned_to`;

const msOf = (time: Date | null): number | null => time?.getTime() ?? null;

function toConversation(row: ListedRow): SmsConversation {
  // Both written through the tables' own checks.
  const taskStatus = row.task_status as SmsTask["status"] | null;
  const status = row.status as DlrStatus | null;
  return {
    id: row.number,
    lid: row.id,
    smsLine: row.line,
    time: row.last_at.getTime(),
    title: formatPhone(row.number),
    subtitle: subtitleOf(row),
    messages: [],
    new: row.unread_count > 0,
    unread: row.unread_count,
    read: row.unread_count === 0,
    read_by: row.read_by,
    blocked: row.is_blocked,
    blockedReason: row.reason ?? "",
    optedOut: row.opted_out_at !== null,
    optedOutWord: row.opted_out_word,
    optedOutAt: msOf(row.opted_out_at),
    task:
      row.task_id === null || taskStatus === null
        ? null
        : { id: row.task_id, status: taskStatus, assigned_to: row.assigned_to },
    taskId: row.task_id,
    taskStatus,
    assignedToName: userName(row),
    isScheduled: row.scheduled_at !== null,
    scheduledId: row.scheduled_id,
    scheduledAt: msOf(row.scheduled_at),
    firstUnreadId: row.first_unread_id === null ? null : String(row.first_unread_id),
    dlr_status: status,
    dlr_error: row.status_code ?? "",
    dlr_time: msOf(row.status_at),
    isOutgoing: row.direction === "out",
    done: taskStatus === "done",
    delayed: false,
  };
}

/** All but the single spaces between words, of which there are too many to replace each by itself. */
const BREAKS = /\s{2,}|[^\S ]/g;

function subtitleOf({ text, has_media }: ListedRow): string {
  const line = (text ?? "").replace(BREAKS, " ").trim();
  return line === "" && has_media ? "Attachment" : line;
}

/** The newest of those whose ids a statement gives: with it in one step. */
export async function readPlaces(
  query: Kysely<DB>,
  places: RawBuilder<unknown>,
  limit: number,
): Promise<SmsConversation[]> {
  const { rows } = await sql<ListedRow>`
    with place as materialized (${places})
    select ${OFTEN} ${LISTED} ${FROM_LISTED}
    join place on place.id = conversation.id
    order by conversation.last_at desc, conversation.id desc
    limit ${limit}`.execute(query);
  return rows.map(toConversation);
}

/** In the order of the ids. */
export async function readConversations(
  query: Kysely<DB>,
  ids: readonly number[],
): Promise<SmsConversation[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<ListedRow>`
    select ${OFTEN} ${LISTED} ${FROM_LISTED} where conversation.id = any(${[...ids]}::int[])`.execute(query);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []).map(toConversation);
}

export async function readConversation(query: Kysely<DB>, id: number): Promise<SmsConversation> {
  const { rows } = await sql<ListedRow>`
    select ${OFTEN} ${LISTED} ${FROM_LISTED} where conversation.id = ${id}`.execute(query);
  const [row] = rows;
  if (!row) throw new Error(`There is no conversation ${id}`);
  return toConversation(row);
}

/** By its line and number just as they are stored, if it is on a line that the user uses. */
export async function findListed(
  query: Kysely<DB>,
  reader: { readonly userId: number; readonly customerId: number },
  address: { readonly sms_line: string; readonly conversation: string },
): Promise<{ line: SmsLine; conversation: ConversationRow; view: SmsConversation } | undefined> {
  const { rows } = await sql<ListedRow & ConversationRow & { readonly line_name: string }>`
    select ${OFTEN} ${LISTED}, conversation.customer_id, conversation.sms_line_id, conversation.cleared_id,
      conversation.cleared_before, conversation.cleared_at, conversation.deleted_at, line.name as line_name
    ${FROM_LISTED}
    join sms_line_users as reader on reader.sms_line_id = line.id
    where reader.user_id = ${reader.userId} and line.customer_id = ${reader.customerId}
      and line.number = ${address.sms_line} and conversation.number = ${address.conversation}`.execute(query);
  const [row] = rows;
  if (!row) return undefined;
  const { sms_line_id: id, customer_id: customerId, line: number, line_name: name } = row;
  return { line: { id, customerId, number, name }, conversation: row, view: toConversation(row) };
}

export interface ConversationRow {
  readonly id: number;
  readonly customer_id: number;
  readonly sms_line_id: number;
  readonly number: string;
  readonly last_at: Date;
  readonly first_unread_id: number | null;
  readonly unread_count: number;
  readonly is_blocked: boolean;
  readonly opted_out_at: Date | null;
  readonly cleared_id: number;
  readonly cleared_before: number | null;
  readonly cleared_at: Date | null;
  readonly deleted_at: Date | null;
}

const ROW = [
  "id",
  "customer_id",
  "sms_line_id",
  "number",
  "last_at",
  "first_unread_id",
  "unread_count",
  "is_blocked",
  "opted_out_at",
  "cleared_id",
  "cleared_before",
  "cleared_at",
  "deleted_at",
] as const;

/**
 * By the other party's number. The first of `numbers` that there is counts: what came in may be written like somebody
 * else's number at home.
 */
export async function findConversation(
  query: Kysely<DB>,
  lineId: number,
  numbers: readonly string[],
): Promise<ConversationRow | undefined> {
  const rows = await query
    .selectFrom("sms_conversations")
    .modifyFront(OFTEN)
    .select(ROW)
    .where("sms_line_id", "=", lineId)
    .where(sql<boolean>`number = any(${[...numbers]}::text[])`)
    .execute();
  return numbers.flatMap((number) => rows.find((row) => row.number === number) ?? []).at(0);
}

/** Whoever changes a conversation or its messages holds it first, or two would keep different counts. */
export function lockConversation(query: Kysely<DB>, id: number): Promise<ConversationRow> {
  return query
    .selectFrom("sms_conversations")
    .modifyFront(OFTEN)
    .select(ROW)
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/** By its number just as it is stored. Locked. */
export function lockByNumber(
  query: Kysely<DB>,
  lineId: number,
  number: string,
): Promise<ConversationRow | undefined> {
  return query
    .selectFrom("sms_conversations")
    .modifyFront(OFTEN)
    .select(ROW)
    .where("sms_line_id", "=", lineId)
    .where("number", "=", number)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** By line and number just as they are stored, if it is on a line that the user uses. Locked. */
export async function lockOwnByNumber(
  query: Kysely<DB>,
  reader: { readonly userId: number; readonly customerId: number },
  address: { readonly line: string; readonly number: string },
): Promise<{ line: SmsLine; conversation: ConversationRow } | undefined> {
  const { rows } = await sql<ConversationRow & { readonly line: string; readonly line_name: string }>`
    select ${OFTEN} conversation.*, line.number as line, line.name as line_name
    from sms_lines as line
    join sms_line_users as reader on reader.sms_line_id = line.id
    join sms_conversations as conversation on conversation.sms_line_id = line.id
    where reader.user_id = ${reader.userId} and line.customer_id = ${reader.customerId}
      and line.number = ${address.line} and conversation.number = ${address.number}
    for no key update of conversation`.execute(query);
  const [row] = rows;
  if (!row) return undefined;
  const { sms_line_id: id, customer_id: customerId, line: number, line_name: name } = row;
  return { line: { id, customerId, number, name }, conversation: row };
}

/** The conversation of a line with a number, made when it is the first time. Locked. */
export async function ensureConversation(
  query: Kysely<DB>,
  line: SmsLine,
  number: string,
  at: Date,
): Promise<ConversationRow> {
  await sql`
    insert into sms_conversations (customer_id, sms_line_id, number, last_at, is_blocked)
    values (
      ${line.customerId}, ${line.id}, ${number}, ${at},
      exists (select from sms_blacklist where sms_line_id = ${line.id} and number = ${number})
    )
    on conflict (sms_line_id, number) do nothing`.execute(query);
  const conversation = await lockByNumber(query, line.id, number);
  if (!conversation) throw new Error("A conversation went while it was being written to");
  return conversation;
}

/** A text has come in behind all others. A deleted conversation is there again, with nothing but the new one. */
export async function advanceHead(
  query: Kysely<DB>,
  conversationId: number,
  { id, at }: { readonly id: number; readonly at: Date },
): Promise<void> {
  await sql`
    ${OFTEN} update sms_conversations set
      last_message_id = ${id}, last_at = greatest(last_at, ${at}::timestamptz), deleted_at = null,
      unread_count = unread_count + 1, first_unread_id = coalesce(first_unread_id, ${id}::bigint), read_by = '{}'
    where id = ${conversationId}`.execute(query);
}

/** Counts anew what a list shows, after messages were read, deleted or brought back. */
export async function recountHeads(query: Kysely<DB>, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update sms_conversations as conversation set
      unread_count = (select count(*) from sms_messages as each
        where each.conversation_id = conversation.id and each.is_new),
      first_unread_id = (select min(id) from sms_messages as each
        where each.conversation_id = conversation.id and each.is_new),
      last_message_id = head.id,
      last_at = coalesce(head.at, conversation.last_at)
    from sms_conversations as old
    left join lateral (
      select each.id, each.at from sms_messages as each
      where each.conversation_id = old.id and each.deleted_at is null and each.kind = 'text'
        and each.id > old.cleared_id
      order by each.id desc limit 1
    ) as head on true
    where old.id = conversation.id and conversation.id = any(${[...ids]}::int[])`.execute(query);
}

/** What waits for its time next. */
export async function recountScheduled(query: Kysely<DB>, id: number): Promise<void> {
  await sql`
    update sms_conversations as conversation set scheduled_id = next.id, scheduled_at = next.scheduled_at
    from sms_conversations as old
    left join lateral (
      select each.id, each.scheduled_at from sms_scheduled as each
      where each.conversation_id = old.id and each.suspended_at is null
      order by each.scheduled_at, each.id limit 1
    ) as next on true
    where old.id = conversation.id and conversation.id = ${id}`.execute(query);
}

export async function updateConversation(
  query: Kysely<DB>,
  id: number,
  change: {
    readonly is_blocked?: boolean;
    readonly opted_out_at?: Date | null;
    readonly opted_out_word?: string;
    readonly cleared_id?: number;
    readonly cleared_before?: number | null;
    readonly cleared_at?: Date | null;
    readonly deleted_at?: Date | null;
  },
): Promise<void> {
  await query.updateTable("sms_conversations").set(change).where("id", "=", id).execute();
}
