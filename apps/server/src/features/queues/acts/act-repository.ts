import type { QueueActKind } from "@offhook/contract";
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
