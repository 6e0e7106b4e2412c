import type { QueueAgentPlace } from "@offhook/contract";
import type { Kysely } from "kysely";
import type { DB } from "../../../database/schema/database-schema.ts";
import type { PausableLine } from "../pauses/pause-repository.ts";
import { firstUserOfPhone } from "../queue-repository.ts";

export interface LedMember {
  readonly phone_id: number;
  readonly user_id: number | null;
  readonly available: boolean;
  readonly penalty: number;
  readonly position: number;
}

/** Any line of the company as a member of a queue, locked until the end of the transaction. */
export async function lockMember(
  query: Kysely<DB>,
  customerId: number,
  queueId: number,
  phone: string,
): Promise<LedMember | undefined> {
  return query
    .selectFrom("queue_members")
    .innerJoin("queues", "queues.id", "queue_members.queue_id")
    .innerJoin("phones", "phones.id", "queue_members.phone_id")
    .leftJoin(firstUserOfPhone(query), (join) => join.onRef("person.phone_id", "=", "phones.id"))
    .select([
      "queue_members.phone_id",
      "queue_members.available",
      "queue_members.penalty",
      "queue_members.position",
      "person.user_id",
    ])
    .where("queues.id", "=", queueId)
    .where("queues.customer_id", "=", customerId)
    .where("phones.customer_id", "=", customerId)
    .where("phones.name", "=", phone)
    .forUpdate("queue_members")
    .executeTakeFirst();
}

export async function savePlace(
  query: Kysely<DB>,
  queueId: number,
  phoneId: number,
  place: Pick<LedMember, "penalty" | "position">,
): Promise<void> {
  await query
    .updateTable("queue_members")
    .set({ penalty: place.penalty, position: place.position })
    .where("queue_id", "=", queueId)
    .where("phone_id", "=", phoneId)
    .execute();
}

export async function listPlaces(query: Kysely<DB>, customerId: number): Promise<QueueAgentPlace[]> {
  return query
    .selectFrom("queue_members")
    .innerJoin("phones", "phones.id", "queue_members.phone_id")
    .select([
      "queue_members.queue_id",
      "phones.name as phone",
      "queue_members.penalty",
      "queue_members.position",
    ])
    .where("phones.customer_id", "=", customerId)
    .orderBy("queue_members.queue_id")
    .orderBy("queue_members.position")
    .orderBy("queue_members.phone_id")
    .execute();
}

/** Any line of the company that serves a queue, locked until the end of the transaction. */
export async function lockAgentLine(
  query: Kysely<DB>,
  customerId: number,
  phone: string,
): Promise<(PausableLine & { readonly user_id: number | null }) | undefined> {
  return query
    .selectFrom("phones")
    .leftJoin("queue_pauses", "queue_pauses.phone_id", "phones.id")
    .leftJoin(firstUserOfPhone(query), (join) => join.onRef("person.phone_id", "=", "phones.id"))
    .select(["phones.id", "phones.name", "queue_pauses.reason", "queue_pauses.since", "person.user_id"])
    .where("phones.customer_id", "=", customerId)
    .where("phones.name", "=", phone)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("queue_members")
          .select("queue_members.queue_id")
          .whereRef("queue_members.phone_id", "=", "phones.id"),
      ),
    )
    .forUpdate("phones")
    .executeTakeFirst();
}
