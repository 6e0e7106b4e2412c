import {
  channelName,
  type PushChannel,
  type PushChannelType,
  type Right,
  voicemailChannel,
} from "@offhook/contract";
import type { Database } from "../../database/database.ts";
import type { Actor } from "../../platform/actor.ts";
import { GatheredReads } from "../../platform/gathered-reads.ts";
import type { ChannelDirectory } from "../push-ports.ts";

type Query = Pick<Database, "crowdQuery">;

/** Which lines users have: by user, in the user's own order. */
type LinesOf = (database: Query, userIds: readonly number[]) => Promise<UserLine[]>;

interface UserLine {
  readonly userId: number;
  readonly customerId: number;
  readonly channel: PushChannel;
}

const LINES: readonly { readonly feature: Right; readonly read: LinesOf }[] = [
  { feature: "calls", read: phones },
  { feature: "calls", read: servedQueues },
  { feature: "supervision", read: companyQueues },
  { feature: "messaging", read: smsLines },
  { feature: "fax", read: faxLines },
  { feature: "voicemail", read: voicemailBoxes },
];

export function createChannelDirectory(database: Query): ChannelDirectory {
  const reads = new GatheredReads((actors: readonly Actor[]) => channelsOfAll(database, actors));
  return { channelsOf: (actor) => reads.get(actor) };
}

async function channelsOfAll(database: Query, actors: readonly Actor[]): Promise<PushChannel[][]> {
  const lines = await Promise.all(
    LINES.map(async ({ feature, read }) => {
      const users = actors.filter(({ features }) => features.has(feature)).map(({ userId }) => userId);
      const found = users.length === 0 ? [] : await read(database, [...new Set(users)]);
      return { feature, byUser: groupByUser(found) };
    }),
  );
  return actors.map((actor) => {
    const own = lines
      .filter(({ feature }) => actor.features.has(feature))
      .flatMap(({ byUser }) => byUser.get(actor.userId) ?? [])
      .filter(({ customerId }) => customerId === actor.customerId)
      .map((line) => line.channel);
    return [
      channel("user", String(actor.userId), channelName("user", actor.userId)),
      channel("customer", String(actor.customerId), channelName("customer", actor.customerId)),
      ...supervisionOf(actor),
      // Administrators who serve a queue have two reasons to hear it.
      ...new Map(own.map((each) => [each.channel, each])).values(),
    ];
  });
}

const supervisionOf = ({ customerId, features }: Actor): PushChannel[] =>
  features.has("supervision")
    ? [channel("supervision", String(customerId), channelName("supervision", customerId))]
    : [];

function groupByUser(lines: readonly UserLine[]): Map<number, UserLine[]> {
  const groups = new Map<number, UserLine[]>();
  for (const line of lines) {
    const group = groups.get(line.userId);
    if (group) group.push(line);
    else groups.set(line.userId, [line]);
  }
  return groups;
}

const channel = (type: PushChannelType, name: string, address: string): PushChannel => ({
  type,
  name,
  channel: address,
});

// Each names the company of the line, which has to be the actor's: a membership that crosses the fence, however it
// came about, is worth nothing.
async function phones({ crowdQuery }: Query, userIds: readonly number[]): Promise<UserLine[]> {
  const rows = await crowdQuery
    .selectFrom("phone_users")
    .innerJoin("phones", "phones.id", "phone_users.phone_id")
    .select(["phone_users.user_id", "phones.customer_id", "phones.id", "phones.name"])
    .where("phone_users.user_id", "in", [...userIds])
    .orderBy("phone_users.position")
    .orderBy("phones.id")
    .execute();
  return rows.map((row) => ({
    userId: row.user_id,
    customerId: row.customer_id,
    channel: channel("phone", row.name, channelName("phone", row.id)),
  }));
}

async function servedQueues({ crowdQuery }: Query, userIds: readonly number[]): Promise<UserLine[]> {
  const rows = await crowdQuery
    .selectFrom("phone_users")
    .innerJoin("queue_members", "queue_members.phone_id", "phone_users.phone_id")
    .innerJoin("queues", "queues.id", "queue_members.queue_id")
    .select(["phone_users.user_id", "queues.customer_id", "queues.id", "queues.extension"])
    .distinct()
    .where("phone_users.user_id", "in", [...userIds])
    .orderBy("queues.extension")
    .execute();
  return rows.map(queueLine);
}

/** For administrators. */
async function companyQueues({ crowdQuery }: Query, userIds: readonly number[]): Promise<UserLine[]> {
  const rows = await crowdQuery
    .selectFrom("users")
    .innerJoin("queues", "queues.customer_id", "users.customer_id")
    .select(["users.id as user_id", "queues.customer_id", "queues.id", "queues.extension"])
    .where("users.id", "in", [...userIds])
    .orderBy("queues.extension")
    .execute();
  return rows.map(queueLine);
}

interface QueueRow {
  readonly user_id: number;
  readonly customer_id: number;
  readonly id: number;
  readonly extension: string;
}

const queueLine = ({ user_id, customer_id, id, extension }: QueueRow): UserLine => ({
  userId: user_id,
  customerId: customer_id,
  channel: channel("queue", extension, channelName("queue", id)),
});

async function smsLines({ crowdQuery }: Query, userIds: readonly number[]): Promise<UserLine[]> {
  const rows = await crowdQuery
    .selectFrom("sms_line_users")
    .innerJoin("sms_lines", "sms_lines.id", "sms_line_users.sms_line_id")
    .select(["sms_line_users.user_id", "sms_lines.customer_id", "sms_lines.number"])
    .where("sms_line_users.user_id", "in", [...userIds])
    .orderBy("sms_line_users.position")
    .orderBy("sms_lines.id")
    .execute();
  return rows.map((row) => ({
    userId: row.user_id,
    customerId: row.customer_id,
    channel: channel("sms", row.number, channelName("sms", row.number)),
  }));
}

async function faxLines({ crowdQuery }: Query, userIds: readonly number[]): Promise<UserLine[]> {
  const rows = await crowdQuery
    .selectFrom("fax_line_users")
    .innerJoin("fax_lines", "fax_lines.id", "fax_line_users.fax_line_id")
    .select(["fax_line_users.user_id", "fax_lines.customer_id", "fax_lines.number"])
    .where("fax_line_users.user_id", "in", [...userIds])
    .orderBy("fax_line_users.position")
    .orderBy("fax_lines.id")
    .execute();
  return rows.map((row) => ({
    userId: row.user_id,
    customerId: row.customer_id,
    channel: channel("fax", row.number, channelName("fax", row.number)),
  }));
}

async function voicemailBoxes({ crowdQuery }: Query, userIds: readonly number[]): Promise<UserLine[]> {
  const rows = await crowdQuery
    .selectFrom("voicemail_box_users")
    .innerJoin("voicemail_boxes", "voicemail_boxes.id", "voicemail_box_users.voicemail_box_id")
    .select(["voicemail_box_users.user_id", "voicemail_boxes.customer_id", "voicemail_boxes.name"])
    .where("voicemail_box_users.user_id", "in", [...userIds])
    .orderBy("voicemail_box_users.position")
    .orderBy("voicemail_boxes.id")
    .execute();
  return rows.map((row) => ({
    userId: row.user_id,
    customerId: row.customer_id,
    channel: channel("vox", row.name, voicemailChannel(row.customer_id, row.name)),
  }));
}
