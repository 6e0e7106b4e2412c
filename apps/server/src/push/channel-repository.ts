import {
  channelName,
  type Feature,
  type PushChannel,
  type PushChannelType,
  voicemailChannel,
} from "@offhook/contract";
import type { Database } from "../database/database.ts";
import type { Actor } from "../platform/actor.ts";
import type { ChannelDirectory } from "./push-ports.ts";

export function createChannelDirectory(database: Pick<Database, "query">): ChannelDirectory {
  return {
    async channelsOf(actor) {
      const own = [
        channel("user", String(actor.userId), channelName("user", actor.userId)),
        channel("customer", String(actor.customerId), channelName("customer", actor.customerId)),
      ];
      const lines = await Promise.all([
        phones(database, actor),
        needs(actor, "messaging", () => smsLines(database, actor)),
        needs(actor, "fax", () => faxLines(database, actor)),
        needs(actor, "voicemail", () => voicemailBoxes(database, actor)),
      ]);
      return [...own, ...lines.flat()];
    },
  };
}

type Query = Pick<Database, "query">;

const channel = (type: PushChannelType, name: string, address: string): PushChannel => ({
  type,
  name,
  channel: address,
});

async function needs(
  actor: Actor,
  feature: Feature,
  read: () => Promise<PushChannel[]>,
): Promise<PushChannel[]> {
  return actor.features.has(feature) ? read() : [];
}

// Each joins the line to the actor's company: a membership that crosses the fence, however it came about, is worth
// nothing.
async function phones({ query }: Query, { userId, customerId }: Actor): Promise<PushChannel[]> {
  const rows = await query
    .selectFrom("phone_users")
    .innerJoin("phones", "phones.id", "phone_users.phone_id")
    .select(["phones.id", "phones.name"])
    .where("phone_users.user_id", "=", userId)
    .where("phones.customer_id", "=", customerId)
    .orderBy("phone_users.position")
    .orderBy("phones.id")
    .execute();
  return rows.map((row) => channel("phone", row.name, channelName("phone", row.id)));
}

async function smsLines({ query }: Query, { userId, customerId }: Actor): Promise<PushChannel[]> {
  const rows = await query
    .selectFrom("sms_line_users")
    .innerJoin("sms_lines", "sms_lines.id", "sms_line_users.sms_line_id")
    .select("sms_lines.number")
    .where("sms_line_users.user_id", "=", userId)
    .where("sms_lines.customer_id", "=", customerId)
    .orderBy("sms_line_users.position")
    .orderBy("sms_lines.id")
    .execute();
  return rows.map((row) => channel("sms", row.number, channelName("sms", row.number)));
}

async function faxLines({ query }: Query, { userId, customerId }: Actor): Promise<PushChannel[]> {
  const rows = await query
    .selectFrom("fax_line_users")
    .innerJoin("fax_lines", "fax_lines.id", "fax_line_users.fax_line_id")
    .select("fax_lines.number")
    .where("fax_line_users.user_id", "=", userId)
    .where("fax_lines.customer_id", "=", customerId)
    .orderBy("fax_line_users.position")
    .orderBy("fax_lines.id")
    .execute();
  return rows.map((row) => channel("fax", row.number, channelName("fax", row.number)));
}

async function voicemailBoxes({ query }: Query, { userId, customerId }: Actor): Promise<PushChannel[]> {
  const rows = await query
    .selectFrom("voicemail_box_users")
    .innerJoin("voicemail_boxes", "voicemail_boxes.id", "voicemail_box_users.voicemail_box_id")
    .select("voicemail_boxes.name")
    .where("voicemail_box_users.user_id", "=", userId)
    .where("voicemail_boxes.customer_id", "=", customerId)
    .orderBy("voicemail_box_users.position")
    .orderBy("voicemail_boxes.id")
    .execute();
  return rows.map((row) => channel("vox", row.name, voicemailChannel(customerId, row.name)));
}
