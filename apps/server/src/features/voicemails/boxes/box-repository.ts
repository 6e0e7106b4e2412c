import type { VoicemailBox, VoicemailBoxUpdate } from "@offhook/contract";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../../database/schema/database-schema.ts";
import type { Actor } from "../../../platform/actor.ts";

type Reader = Pick<Actor, "userId" | "customerId" | "features">;

/** The boxes the user reads, in the user's order. */
export async function readBoxes(
  query: Kysely<DB>,
  { userId, customerId, features }: Reader,
): Promise<VoicemailBox[]> {
  const rows = await query
    .selectFrom("voicemail_boxes as box")
    .innerJoin("voicemail_box_users as reader", "reader.voicemail_box_id", "box.id")
    .select((select) => [
      "box.name",
      "box.label",
      "box.owner_id",
      "box.max_messages",
      "box.max_seconds",
      "box.keep_days",
      "box.sends_mail",
      "box.is_live",
      "reader.is_manager",
      sql<number[]>`array(
        select agent.user_id from voicemail_box_users as agent
        where agent.voicemail_box_id = box.id and agent.user_id is distinct from box.owner_id
        order by agent.user_id
      )`.as("agents"),
      select
        .selectFrom("voicemail_messages as message")
        .whereRef("message.voicemail_box_id", "=", "box.id")
        .where("message.deleted_at", "is", null)
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .as("messages"),
    ])
    .where("reader.user_id", "=", userId)
    .where("box.customer_id", "=", customerId)
    .orderBy("reader.position")
    .orderBy("box.id")
    .execute();
  return rows.map((row) => ({
    mailbox: row.name,
    label: row.label || row.name,
    owned: row.owner_id === userId,
    manageable: row.owner_id === userId || row.is_manager || features.has("administration"),
    agents: row.agents,
    messages: row.messages ?? 0,
    max_messages: row.max_messages,
    max_seconds: row.max_seconds,
    keep_days: row.keep_days,
    mail: row.sends_mail,
    live: row.is_live,
  }));
}

/** Whether anything is different now. */
export async function saveBox(
  query: Kysely<DB>,
  boxId: number,
  { mail, live, keep_days }: Omit<VoicemailBoxUpdate, "mailbox">,
): Promise<boolean> {
  const before = await query
    .selectFrom("voicemail_boxes")
    .select(["sends_mail", "is_live", "keep_days"])
    .where("id", "=", boxId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const after = {
    sends_mail: mail ?? before.sends_mail,
    is_live: live ?? before.is_live,
    keep_days: keep_days === undefined ? before.keep_days : keep_days,
  };
  await query.updateTable("voicemail_boxes").set(after).where("id", "=", boxId).execute();
  return JSON.stringify(after) !== JSON.stringify(before);
}
