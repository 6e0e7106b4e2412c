import { channelName } from "@offhook/contract";
import type { Database } from "../../../database/database.ts";
import type { Actor } from "../../../platform/actor.ts";

let lastLine = 0;

/** Inserts an SMS line with its readers. */
export async function anSmsLine(
  database: Database,
  customerId: number,
  readers: readonly Actor[],
): Promise<{ id: number; number: string }> {
  const line = await database.query
    .insertInto("sms_lines")
    .values({ customer_id: customerId, number: `1212555${7000 + ++lastLine}`, name: "Main" })
    .returning(["id", "number"])
    .executeTakeFirstOrThrow();
  if (readers.length > 0) {
    await database.query
      .insertInto("sms_line_users")
      .values(readers.map(({ userId }) => ({ sms_line_id: line.id, user_id: userId })))
      .execute();
  }
  return line;
}

/** Inserts a conversation with one text in it, and returns the text's id. */
export async function aConversation(
  database: Database,
  { customerId, lineId, number, text }: { customerId: number; lineId: number; number: string; text: string },
): Promise<string> {
  const at = new Date("2030-01-07T12:00:00Z");
  const { id } = await database.query
    .insertInto("sms_conversations")
    .values({ customer_id: customerId, sms_line_id: lineId, number, last_at: at })
    .returning("id")
    .executeTakeFirstOrThrow();
  const message = await database.query
    .insertInto("sms_messages")
    .values({ customer_id: customerId, conversation_id: id, direction: "in", text, at })
    .returning("id")
    .executeTakeFirstOrThrow();
  return String(message.id);
}

/** What the push service lets a user hear, as far as these tests need it. */
export function channelsFrom(database: Database): (actor: Actor) => Promise<string[]> {
  return async ({ userId }) => {
    const lines = await database.query
      .selectFrom("sms_lines")
      .innerJoin("sms_line_users", "sms_line_users.sms_line_id", "sms_lines.id")
      .select("sms_lines.number")
      .where("sms_line_users.user_id", "=", userId)
      .execute();
    return lines.map(({ number }) => channelName("sms", number));
  };
}
