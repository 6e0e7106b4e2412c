import { type Kysely, sql } from "kysely";
import type { DB } from "../../database/schema/database-schema.ts";
import { userNameOf } from "../../database/user-name-repository.ts";
import type { Actor } from "../../platform/actor.ts";

/** A line, box or chat that the user sees: the scope of what is found there, and how people name it. */
export interface SearchedLine {
  readonly scope: string;
  readonly name: string;
  readonly number: string;
}

type Reader = Pick<Actor, "userId" | "customerId">;

/** All lines and boxes of the user. A membership that crosses the fence between companies is worth nothing. */
export async function listSearchedLines(
  query: Kysely<DB>,
  { userId, customerId }: Reader,
): Promise<SearchedLine[]> {
  const { rows } = await sql<SearchedLine>`
    select 'sms:' || line.id as scope, line.name, line.number
    from sms_line_users as own join sms_lines as line on line.id = own.sms_line_id
    where own.user_id = ${userId} and line.customer_id = ${customerId}
    union all
    select 'phone:' || line.id, concat_ws(' ', line.label, line.name, line.extension), line.callerid_external
    from phone_users as own join phones as line on line.id = own.phone_id
    where own.user_id = ${userId} and line.customer_id = ${customerId}
    union all
    select 'vox:' || box.id, concat_ws(' ', box.label, box.name), box.name
    from voicemail_box_users as own join voicemail_boxes as box on box.id = own.voicemail_box_id
    where own.user_id = ${userId} and box.customer_id = ${customerId}
    union all
    select 'fax:' || line.id, line.name, line.number
    from fax_line_users as own join fax_lines as line on line.id = own.fax_line_id
    where own.user_id = ${userId} and line.customer_id = ${customerId}`.execute(query);
  return rows;
}

/** Chat users of these accounts. */
export async function listChatUsers(query: Kysely<DB>, userIds: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from chat_users where account_id = any(${[...userIds]}::integer[])`.execute(query);
  return rows.map(({ id }) => id);
}

/** What the chats of a user are called: teams by their name, direct ones by the other person's. */
export async function listTopicNames(
  query: Kysely<DB>,
  chatUser: string,
): Promise<{ readonly topic: string; readonly name: string }[]> {
  const { rows } = await sql<{ topic: string; name: string }>`
    select topic.name as topic, case topic.kind
      when 'direct' then coalesce((
        select ${userNameOf("users")} from chat_subscriptions as other
        join chat_users on chat_users.id = other.chat_user_id
        join users on users.id = chat_users.account_id
        where other.topic = topic.name and other.chat_user_id <> own.chat_user_id
        limit 1
      ), '')
      else coalesce(topic.public ->> 'fn', '') end as name
    from chat_subscriptions as own
    join chat_topics as topic on topic.name = own.topic
    where own.chat_user_id = ${chatUser} and own.deleted_at is null and topic.kind in ('direct', 'group')
      and coalesce(topic.public::text, '') !~* ${UNREADABLE}`.execute(query);
  return rows;
}

/** A name with a sign that is none: it cannot become text. */
const UNREADABLE = String.raw`\\u(0000|d[89a-f])`;
