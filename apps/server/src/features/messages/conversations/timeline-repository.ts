import { type Kysely, sql } from "kysely";
import type { DB } from "../../../database/schema/database-schema.ts";
import type { Actor } from "../../../platform/actor.ts";

export interface TimelineText {
  readonly id: number;
  readonly at: Date;
  readonly direction: string;
  readonly text: string;
  readonly has_media: boolean;
  readonly is_new: boolean;
  readonly status: string | null;
  readonly number: string;
  readonly line: string;
}

/** Texts of the user's lines with any of these numbers, newest first. */
export async function listTextsWith(
  query: Kysely<DB>,
  { userId, customerId }: Actor,
  page: { readonly numbers: readonly string[]; readonly until: Date | undefined; readonly limit: number },
): Promise<TimelineText[]> {
  const { numbers, until, limit } = page;
  if (numbers.length === 0) return [];
  const { rows } = await sql<TimelineText>`
    select each.id, each.at, each.direction, left(each.text, 200) as text, each.has_media, each.is_new,
      each.status, conversation.number, line.number as line
    from sms_conversations as conversation
    join sms_lines as line on line.id = conversation.sms_line_id
    join sms_line_users as reader on reader.sms_line_id = line.id and reader.user_id = ${userId}
    cross join lateral (
      select message.* from sms_messages as message
      where message.conversation_id = conversation.id and message.deleted_at is null
        and message.kind = 'text' and message.id > conversation.cleared_id
        and ${until === undefined ? sql`true` : sql`message.at < ${until}::timestamptz + interval '1 millisecond'`}
      order by message.id desc
      limit ${limit}
    ) as each
    where conversation.customer_id = ${customerId} and conversation.number = any(${[...numbers]}::text[])
      and conversation.deleted_at is null
    order by each.at desc, each.id desc
    limit ${limit}`.execute(query);
  return rows;
}
