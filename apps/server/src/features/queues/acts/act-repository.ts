import type { QueueActKind, QueueActPage, QueueActsQuery } from "@offhook/contract";
import type { Kysely } from "kysely";
import type { DB } from "../../../database/schema/database-schema.ts";
import type { Actor } from "../../../platform/actor.ts";

export interface NewQueueAct {
  readonly act: QueueActKind;
  readonly at: Date;
  readonly queueId?: number;
  readonly phone?: string;
  readonly callId?: string;
  readonly detail?: string;
}

/** Belongs into the transaction of what was done, where there is one. */
export async function insertQueueAct(query: Kysely<DB>, actor: Actor, done: NewQueueAct): Promise<void> {
  const { act, at, queueId, phone, callId, detail } = done;
  await query
    .insertInto("queue_acts")
    .columns(["customer_id", "at", "user_id", "user_name", "act", "queue_id", "phone", "call_id", "detail"])
    .expression((from) =>
      from
        .selectFrom("users")
        .where("id", "=", actor.userId)
        .select((is) => [
          is.val(actor.customerId).as("customer_id"),
          is.val(at).as("at"),
          "id",
          is.fn<string>("concat_ws", [is.val(" "), "firstname", "lastname"]).as("user_name"),
          is.val(act).as("act"),
          is.val(queueId ?? null).as("queue_id"),
          is.val(phone ?? null).as("phone"),
          is.val(callId ?? null).as("call_id"),
          is.val(detail ?? null).as("detail"),
        ]),
    )
    .execute();
}

const PAGE = 50;

/** Newest first. */
export async function listQueueActs(
  query: Kysely<DB>,
  customerId: number,
  { queue, phone, before }: QueueActsQuery,
): Promise<QueueActPage> {
  const rows = await query
    .selectFrom("queue_acts")
    .select(["id", "at", "user_id", "user_name", "act", "queue_id", "phone", "call_id", "detail"])
    .where("customer_id", "=", customerId)
    .$if(queue !== undefined, (acts) => acts.where("queue_id", "=", queue ?? 0))
    .$if(phone !== undefined, (acts) => acts.where("phone", "=", phone ?? ""))
    .$if(before !== undefined, (acts) => acts.where("id", "<", before ?? 0))
    .orderBy("id", "desc")
    .limit(PAGE + 1)
    .execute();
  const acts = rows.slice(0, PAGE).map(({ at, act, call_id, ...row }) => ({
    ...row,
    at: Math.floor(at.getTime() / 1000),
    // Written by `insertQueueAct` alone.
    act: act as QueueActKind,
    callid: call_id,
  }));
  return { acts, next: rows.length > PAGE ? (acts.at(-1)?.id ?? null) : null };
}
