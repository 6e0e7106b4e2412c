import type { SearchCategory } from "@offhook/contract";
import { sql } from "kysely";
import { all, any, type Condition, isMarked, isWithin, marksOf, NEVER } from "./search-conditions.ts";
import type { SearchFilter, SearchQuestion, SearchReader } from "./search-index.ts";

/** What must hold of a document beside that it fits: that the reader may see it, and that it was asked for. */
export function isAskedFor(category: SearchCategory, { reader, filter }: SearchQuestion): Condition {
  return all([isVisible(category, reader), isFiltered(category, reader, filter)]);
}

export function isVisible(category: SearchCategory, reader: SearchReader): Condition {
  return all([
    sql<boolean>`each.scope = any(${[...reader.scopes]}::text[])`,
    ...(category === "teams" ? [isNotDeletedFor(reader)] : []),
    ...(category === "smsm" ? [isNotCleared] : []),
  ]);
}

/** With a conversation all of its texts up to then are deleted. */
const isNotCleared: Condition = sql<boolean>`exists (
  select from sms_conversations as conversation
  where conversation.id = each.place::integer and conversation.deleted_at is null
    and each.ref::bigint > conversation.cleared_id
)`;

/** A deletion for one reader leaves the message to the others. */
const isNotDeletedFor = ({ chatUser = "" }: SearchReader): Condition => sql<boolean>`not exists (
  select from chat_deletions as deletion
  where deletion.topic = each.place
    and split_part(each.ref, ':', 2)::integer >= deletion.low and split_part(each.ref, ':', 2)::integer < deletion.hi
    and coalesce(deletion.for_user, ${chatUser}) = ${chatUser}
)`;

function isFiltered(category: SearchCategory, reader: SearchReader, filter: SearchFilter): Condition {
  return all([
    isWithin(filter.span),
    ...filter.marks.map((marks) => (marks.length === 0 ? NEVER : isMarked(marksOf(marks)))),
    ...(filter.partyDigits.length > 0
      ? [any(filter.partyDigits.map((digits) => sql<boolean>`each.party like ${`%${digits}%`}`))]
      : []),
    ...(filter.isUnread ? [isUnread(category, reader)] : []),
    ...(filter.isMine ? [isMine(category, reader)] : []),
  ]);
}

function isUnread(category: SearchCategory, reader: SearchReader): Condition {
  switch (category) {
    case "smsm":
      return sql<boolean>`exists (
        select from sms_messages as message where message.id = each.ref::bigint and message.is_new
      )`;
    case "smsc":
      return sql<boolean>`conversation.unread_count > 0`;
    case "cdrs":
      return sql<boolean>`exists (
        select from phones as line
        join unread_items as unread on unread.customer_id = each.customer_id and unread.type = 'phn'
          and unread.line = line.name and unread.item_id = each.ref
        where line.id = substring(each.scope from 7)::integer
      )`;
    case "vox":
      return sql<boolean>`exists (
        select from voicemail_messages as message where message.id = each.ref and message.heard_at is null
      )`;
    case "fax":
      return sql<boolean>`exists (
        select from faxes as fax where fax.id = each.ref and fax.direction = 'INBOX' and fax.read_at is null
      )`;
    case "teams":
      return sql<boolean>`each.author <> ${reader.chatUser ?? ""} and exists (
        select from chat_subscriptions as own
        where own.topic = each.place and own.chat_user_id = ${reader.chatUser ?? ""}
          and own.read < split_part(each.ref, ':', 2)::integer
      )`;
    case "contacts":
    case "tasks":
      return NEVER;
  }
}

const TASK_SOURCES = { smsc: "sms", cdrs: "call", vox: "voicemail", fax: "fax" } as const;

function isMine(category: SearchCategory, { userId, chatUser }: SearchReader): Condition {
  const isAuthor = sql<boolean>`each.author = ${String(userId)}`;
  switch (category) {
    case "teams":
      return chatUser === undefined ? NEVER : sql<boolean>`each.author = ${chatUser}`;
    case "smsm":
    case "contacts":
      return isAuthor;
    case "tasks":
      return any([
        isAuthor,
        sql<boolean>`exists (
        select from tasks as task where task.id = each.ref::integer and task.assigned_to = ${userId}
      )`,
      ]);
    case "smsc":
      return sql<boolean>`exists (
        select from tasks as task join sms_lines as line on line.number = task.line
        where task.customer_id = each.customer_id and task.source = 'sms' and task.is_current and task.status = 'new'
          and line.id = conversation.sms_line_id and task.source_id = each.party and task.assigned_to = ${userId}
      )`;
    case "cdrs":
    case "vox":
    case "fax":
      return any([
        category === "fax" ? isAuthor : NEVER,
        sql<boolean>`exists (
          select from tasks as task
          where task.customer_id = each.customer_id and task.source = ${TASK_SOURCES[category]}
            and task.source_id = each.ref and task.is_current and task.status = 'new'
            and task.assigned_to = ${userId}
        )`,
      ]);
  }
}
