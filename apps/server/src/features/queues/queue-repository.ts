import { bitFrom, type Queue, type QueueAgent } from "@offhook/contract";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../database/schema/database-schema.ts";
import { userNameOf } from "../../database/user-name-repository.ts";

export interface QueueUser {
  readonly userId: number;
  readonly customerId: number;
}

/** Lines of a user; a name narrows them to one. */
function ownPhoneIds(query: Kysely<DB>, { userId, customerId }: QueueUser, phone: string | undefined) {
  const phones = query
    .selectFrom("phones")
    .innerJoin("phone_users", "phone_users.phone_id", "phones.id")
    .select("phones.id")
    .where("phones.customer_id", "=", customerId)
    .where("phone_users.user_id", "=", userId);
  return phone === undefined ? phones : phones.where("phones.name", "=", phone);
}

/** Every queue of the company; `available` speaks of the user's lines. */
export async function listQueues(
  query: Kysely<DB>,
  user: QueueUser,
  phone: string | undefined,
): Promise<Queue[]> {
  const rows = await query
    .selectFrom("queues")
    .leftJoin("queue_members", (join) =>
      join
        .onRef("queue_members.queue_id", "=", "queues.id")
        .on("queue_members.phone_id", "in", ownPhoneIds(query, user, phone)),
    )
    .select(["queues.id", "queues.name", "queues.extension"])
    .select(sql<boolean>`coalesce(bool_or(queue_members.available), false)`.as("available"))
    .where("queues.customer_id", "=", user.customerId)
    .groupBy("queues.id")
    .orderBy("queues.extension")
    .execute();
  return rows.map((row) => ({ ...row, available: bitFrom(row.available) }));
}

/** Only those that the user's lines may serve. */
export async function listServedQueues(
  query: Kysely<DB>,
  user: QueueUser,
  phone: string | undefined,
): Promise<Queue[]> {
  const rows = await query
    .selectFrom("queues")
    .innerJoin("queue_members", "queue_members.queue_id", "queues.id")
    .select(["queues.id", "queues.name", "queues.extension"])
    .select(sql<boolean>`bool_or(queue_members.available)`.as("available"))
    .where("queues.customer_id", "=", user.customerId)
    .where("queue_members.phone_id", "in", ownPhoneIds(query, user, phone))
    .groupBy("queues.id")
    .orderBy("queues.extension")
    .execute();
  return rows.map((row) => ({ ...row, available: bitFrom(row.available) }));
}

/** Everyone who serves a queue that the user's lines serve. */
export async function listAgents(
  query: Kysely<DB>,
  user: QueueUser,
  phone: string | undefined,
): Promise<QueueAgent[]> {
  const served = query
    .selectFrom("queue_members")
    .select("queue_id")
    .where("phone_id", "in", ownPhoneIds(query, user, phone));
  const rows = await query
    .selectFrom("queue_members")
    .innerJoin("phones", "phones.id", "queue_members.phone_id")
    .leftJoin(firstUserOfPhone(query), (join) => join.onRef("person.phone_id", "=", "phones.id"))
    .select([
      "queue_members.queue_id",
      "queue_members.available",
      "phones.name as phone",
      "phones.label",
      "phones.extension",
      "person.user_id",
      "person.name",
    ])
    .where("queue_members.queue_id", "in", served)
    .where("phones.customer_id", "=", user.customerId)
    .orderBy("queue_members.queue_id")
    .orderBy("phones.extension")
    .orderBy("phones.id")
    .execute();
  return rows.map(({ label, name, available, ...agent }) => ({
    ...agent,
    name: name || label || agent.phone,
    available: bitFrom(available),
  }));
}

/** The user who answers a line: the first of those who share it. */
export function firstUserOfPhone(query: Kysely<DB>) {
  return query
    .selectFrom("phone_users")
    .innerJoin("users", "users.id", "phone_users.user_id")
    .distinctOn("phone_users.phone_id")
    .select(["phone_users.phone_id", "phone_users.user_id"])
    .select(userNameOf("users").as("name"))
    .orderBy("phone_users.phone_id")
    .orderBy("phone_users.position")
    .orderBy("phone_users.user_id")
    .as("person");
}

export interface Membership {
  readonly queue: Queue;
  readonly phoneId: number;
}

/** The user's line as a member of a queue, locked until the end of the transaction. */
export async function lockMembership(
  query: Kysely<DB>,
  user: QueueUser,
  queueId: number,
  phone: string,
): Promise<Membership | undefined> {
  const row = await query
    .selectFrom("queue_members")
    .innerJoin("queues", "queues.id", "queue_members.queue_id")
    .select([
      "queues.id",
      "queues.name",
      "queues.extension",
      "queue_members.available",
      "queue_members.phone_id",
    ])
    .where("queues.id", "=", queueId)
    .where("queues.customer_id", "=", user.customerId)
    .where("queue_members.phone_id", "in", ownPhoneIds(query, user, phone))
    .forUpdate("queue_members")
    .executeTakeFirst();
  if (!row) return undefined;
  const { phone_id, available, ...queue } = row;
  return { queue: { ...queue, available: bitFrom(available) }, phoneId: phone_id };
}

export async function saveMembership(
  query: Kysely<DB>,
  queueId: number,
  phoneId: number,
  available: boolean,
): Promise<void> {
  await query
    .updateTable("queue_members")
    .set({ available })
    .where("queue_id", "=", queueId)
    .where("phone_id", "=", phoneId)
    .execute();
}

export interface SeenQueue {
  readonly id: number;
  readonly name: string;
  readonly extension: string;
}

/** All queues of the company, or those that the user's lines serve. */
export async function listSeenQueues(
  query: Kysely<DB>,
  user: QueueUser,
  seesAll: boolean,
): Promise<SeenQueue[]> {
  const queues = query
    .selectFrom("queues")
    .select(["id", "name", "extension"])
    .where("customer_id", "=", user.customerId)
    .orderBy("extension");
  if (seesAll) return queues.execute();
  return queues
    .where("id", "in", (inner) =>
      inner
        .selectFrom("queue_members")
        .select("queue_id")
        .where("phone_id", "in", ownPhoneIds(query, user, undefined)),
    )
    .execute();
}

/** Those of these queues that there still are. */
export async function findQueues(
  query: Kysely<DB>,
  queueIds: readonly number[],
): Promise<(SeenQueue & { readonly customer_id: number })[]> {
  return query
    .selectFrom("queues")
    .select(["id", "name", "extension", "customer_id"])
    .where(sql<boolean>`id = any(${[...queueIds]}::integer[])`)
    .orderBy("id")
    .execute();
}

export interface QueueMember extends QueueAgent {
  readonly phone_id: number;
  readonly paused_reason: string | null;
  readonly paused_since: Date | null;
}

/** The lines that serve these queues. */
export async function listMembers(query: Kysely<DB>, queueIds: readonly number[]): Promise<QueueMember[]> {
  const rows = await query
    .selectFrom("queue_members")
    .innerJoin("phones", "phones.id", "queue_members.phone_id")
    .leftJoin("queue_pauses", "queue_pauses.phone_id", "phones.id")
    .leftJoin(firstUserOfPhone(query), (join) => join.onRef("person.phone_id", "=", "phones.id"))
    .select([
      "queue_members.queue_id",
      "queue_members.phone_id",
      "queue_members.available",
      "phones.name as phone",
      "phones.label",
      "phones.extension",
      "person.user_id",
      "person.name",
      "queue_pauses.reason as paused_reason",
      "queue_pauses.since as paused_since",
    ])
    .where(sql<boolean>`queue_members.queue_id = any(${[...queueIds]}::integer[])`)
    .orderBy("queue_members.queue_id")
    .orderBy("phones.extension")
    .orderBy("phones.id")
    .execute();
  return rows.map(({ label, name, available, ...member }) => ({
    ...member,
    name: name || label || member.phone,
    available: bitFrom(available),
  }));
}

/** The user's lines, whether they serve a queue or not. */
export async function listOwnPhoneIds(query: Kysely<DB>, user: QueueUser): Promise<number[]> {
  const rows = await ownPhoneIds(query, user, undefined).execute();
  return rows.map(({ id }) => id);
}

/** The user's lines that serve a queue, or the named one of them. */
export async function listServingPhones(
  query: Kysely<DB>,
  user: QueueUser,
  phone: string | undefined,
): Promise<{ readonly phone_id: number; readonly queue_id: number }[]> {
  return query
    .selectFrom("queue_members")
    .select(["phone_id", "queue_id"])
    .where("phone_id", "in", ownPhoneIds(query, user, phone))
    .orderBy("phone_id")
    .execute();
}
