import type { SmsOptOut } from "@offhook/contract";
import type { Kysely } from "kysely";
import type { DB } from "../../../database/schema/database-schema.ts";
import type { Actor } from "../../../platform/actor.ts";

export async function listOptOutRows(
  query: Kysely<DB>,
  { userId, customerId }: Actor,
  numbers: readonly string[],
): Promise<SmsOptOut[]> {
  if (numbers.length === 0) return [];
  const rows = await query
    .selectFrom("sms_conversations as conversation")
    .innerJoin("sms_lines as line", "line.id", "conversation.sms_line_id")
    .innerJoin("sms_line_users as reader", "reader.sms_line_id", "line.id")
    .select(["line.number as sms_line", "conversation.number", "opted_out_word", "opted_out_at"])
    .where("conversation.customer_id", "=", customerId)
    .where("conversation.number", "in", [...numbers])
    .where("conversation.opted_out_at", "is not", null)
    .where("reader.user_id", "=", userId)
    .orderBy("line.id")
    .execute();
  return rows.map(({ sms_line, number, opted_out_word, opted_out_at }) => ({
    sms_line,
    number,
    word: opted_out_word,
    time: opted_out_at?.getTime() ?? 0,
  }));
}
