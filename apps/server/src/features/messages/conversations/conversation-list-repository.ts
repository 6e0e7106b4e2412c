import type { SmsConversation, SmsConversationFilter } from "@offhook/contract";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { limitOfText } from "../../../database/postgres/prepared-statements.ts";
import type { DB } from "../../../database/schema/database-schema.ts";
import { readPlaces } from "./conversation-repository.ts";

export interface ConversationPage {
  readonly customerId: number;
  readonly userId: number;
  /** All of the user's own where undefined. */
  readonly lineIds: readonly number[] | undefined;
  readonly filter: SmsConversationFilter;
  /** Only what lies behind it. */
  readonly after: { readonly at: Date; readonly id: number } | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** Newest first. */
export async function listConversations(
  query: Kysely<DB>,
  page: ConversationPage,
): Promise<SmsConversation[]> {
  if (page.lineIds?.length === 0) return [];
  return readPlaces(query, isOfTasks(page.filter) ? fromTasks(page) : fromLines(page), page.limit);
}

const OF_TASKS = ["assignedToMe", "assigned", "unresolved", "resolved"] as const;
type TaskFilter = (typeof OF_TASKS)[number];
const isOfTasks = (filter: SmsConversationFilter): filter is TaskFilter =>
  (OF_TASKS as readonly string[]).includes(filter);

const LINE_FILTERS: Readonly<Record<Exclude<SmsConversationFilter, TaskFilter>, RawBuilder<unknown>>> = {
  all: sql`true`,
  unread: sql`each.unread_count > 0`,
  scheduled: sql`each.scheduled_at is not null`,
  blocked: sql`each.is_blocked`,
  unassigned: sql`not exists (
    select from tasks where tasks.customer_id = each.customer_id and tasks.source = 'sms'
      and tasks.line = line.number and tasks.source_id = each.number
      and tasks.is_current and tasks.status = 'new' and tasks.assigned_to is not null
  )`,
};

/** Each line gives its first rows from the index of its filter; only those are put in order. */
function fromLines(page: ConversationPage) {
  const { filter, after, offset, limit } = page;
  const wanted = isOfTasks(filter) ? sql`true` : LINE_FILTERS[filter];
  const least = limitOfText(offset + limit);
  // Cut to its length behind the joins: PostgreSQL guesses a tenth of a limit that is a parameter, and would go through
  // all tasks for each of what it takes for six conversations. Those that are passed over are worth no join.
  const exact = offset === 0 ? sql`` : sql`limit ${limit} offset ${offset}`;
  return sql`
    select id from (
      select page.id from sms_lines as line
      cross join lateral (
        select each.id, each.last_at from sms_conversations as each
        where each.sms_line_id = line.id and each.deleted_at is null and ${wanted} and ${behind(after)}
        order by each.last_at desc, each.id desc
        limit ${least}
      ) as page
      where ${isWantedLine(page)}
      order by page.last_at desc, page.id desc
      limit ${least}
    ) as newest
    ${exact}`;
}

/** Few conversations have a task: they are found by it, not by walking the list until enough have turned up. */
function fromTasks(page: ConversationPage) {
  const { customerId, userId, filter, after, offset, limit } = page;
  const status = filter === "resolved" ? "done" : "new";
  const assignee =
    filter === "assignedToMe"
      ? sql`task.assigned_to = ${userId}`
      : filter === "assigned"
        ? sql`task.assigned_to is not null`
        : sql`true`;
  return sql`
    select each.id from tasks as task
    join sms_lines as line on line.number = task.line and ${isWantedLine(page)}
    join sms_conversations as each on each.sms_line_id = line.id and each.number = task.source_id
    where task.customer_id = ${customerId} and task.source = 'sms' and task.is_current
      and task.status = ${status} and ${assignee}
      and each.deleted_at is null and ${behind(after)}
    order by each.last_at desc, each.id desc
    limit ${limit} offset ${offset}`;
}

function isWantedLine({ customerId, userId, lineIds }: ConversationPage): RawBuilder<unknown> {
  if (lineIds) return sql`line.id = any(${[...lineIds]}::int[])`;
  return sql`line.customer_id = ${customerId} and exists (
    select from sms_line_users as reader where reader.sms_line_id = line.id and reader.user_id = ${userId}
  )`;
}

function behind(place: ConversationPage["after"]): RawBuilder<unknown> {
  return place ? sql`(each.last_at, each.id) < (${place.at}::timestamptz, ${place.id}::int)` : sql`true`;
}
