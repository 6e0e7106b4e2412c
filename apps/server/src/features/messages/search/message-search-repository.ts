import type { FoundText } from "@offhook/contract";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../../database/schema/database-schema.ts";
import { userNameOf } from "../../../database/user-name-repository.ts";

interface FoundRow {
  readonly id: string;
  readonly line: string;
  readonly number: string;
  readonly kind: string;
  readonly direction: string;
  readonly text: string;
  readonly at: Date;
  readonly senderName: string;
  readonly files: string[];
}

/** Texts and comments that were found, in the order of their ids, with the names of their files. */
export async function readFoundTexts(
  query: Kysely<DB>,
  customerId: number,
  ids: readonly string[],
): Promise<FoundText[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<FoundRow>`
    select message.id::text, line.number as line, conversation.number, message.kind, message.direction, message.text,
      message.at, coalesce(${userNameOf("sender")}, '') as "senderName",
      array(select media.name from sms_media as media where media.message_id = message.id order by media.position)
        as files
    from sms_messages as message
    join sms_conversations as conversation on conversation.id = message.conversation_id
    join sms_lines as line on line.id = conversation.sms_line_id
    left join users as sender on sender.id = message.sent_by
    where message.id = any(${[...ids]}::bigint[]) and message.customer_id = ${customerId}
      and message.deleted_at is null`.execute(query);
  const byId = new Map(rows.map((row) => [row.id, toFound(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function toFound(row: FoundRow): FoundText {
  return {
    id: row.id,
    smsLine: row.line,
    conversation: row.number,
    kind: row.kind === "comment" ? "comment" : "text",
    direction: row.direction === "in" ? "in" : "out",
    text: row.text,
    sent_by_name: row.senderName,
    time: row.at.getTime(),
    files: row.files,
  };
}
