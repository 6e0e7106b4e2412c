import type { Kysely } from "kysely";
import { isOnForUser } from "../../../database/feature-roles.ts";
import type { DB } from "../../../database/schema/database-schema.ts";
import type { Actor } from "../../../platform/actor.ts";

function messages(query: Kysely<DB>, customerId: number) {
  return query
    .selectFrom("voicemail_messages")
    .innerJoin("voicemail_boxes", "voicemail_boxes.id", "voicemail_messages.voicemail_box_id")
    .select([
      "voicemail_messages.id",
      "voicemail_messages.caller_number",
      "voicemail_messages.caller_name",
      "voicemail_messages.received_at",
      "voicemail_messages.duration_ms",
      "voicemail_messages.folder",
      "voicemail_boxes.name as box",
      "voicemail_boxes.label",
    ])
    .where("voicemail_messages.customer_id", "=", customerId)
    .where("voicemail_messages.deleted_at", "is", null);
}

export type VoicemailGlance = Awaited<ReturnType<ReturnType<typeof messages>["execute"]>>[number];

export async function findVoicemail(
  query: Kysely<DB>,
  { userId, customerId }: Actor,
  id: string,
): Promise<VoicemailGlance | undefined> {
  return messages(query, customerId)
    .innerJoin(
      "voicemail_box_users",
      "voicemail_box_users.voicemail_box_id",
      "voicemail_messages.voicemail_box_id",
    )
    .where("voicemail_messages.id", "=", id)
    .where("voicemail_box_users.user_id", "=", userId)
    .executeTakeFirst();
}

export async function listVoicemails(
  query: Kysely<DB>,
  customerId: number,
  ids: readonly string[],
): Promise<VoicemailGlance[]> {
  return messages(query, customerId)
    .where("voicemail_messages.id", "in", [...ids])
    .execute();
}

export async function listVoicemailReaders(
  query: Kysely<DB>,
  customerId: number,
  box: string,
): Promise<number[]> {
  const rows = await query
    .selectFrom("voicemail_boxes")
    .innerJoin("voicemail_box_users", "voicemail_box_users.voicemail_box_id", "voicemail_boxes.id")
    .innerJoin("users", "users.id", "voicemail_box_users.user_id")
    .select("users.id")
    .where("voicemail_boxes.customer_id", "=", customerId)
    .where("voicemail_boxes.name", "=", box)
    .where("users.disabled_at", "is", null)
    .where(isOnForUser("voicemail"))
    .orderBy("users.id")
    .execute();
  return rows.map(({ id }) => id);
}
