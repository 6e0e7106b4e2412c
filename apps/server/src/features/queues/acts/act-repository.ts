import type { QueueAct, QueueActKind, QueueActPage, QueueActsQuery } from "@offhook/contract";
import type { Kysely, Selectable } from "kysely";
import type { DB, QueueActs } from "../../../database/schema/database-schema.ts";
import type { Actor } from "../../../platform/actor.ts";

export interface NewQueueAct {
  readonly act: QueueActKind;
  readonly at: Date;
  readonly queueId?: number;
  readonly phone?: string;
  readonly callId?: string;
  readonly detail?: string;
}

const COLUMNS = [
  ...(["id", "at", "user_id", "user_name", "act", "queue_id", "phone", "call_id", "detail"] as const),
];

export async function insertQueueAct(query: Kysely<DB>, actor: Actor, done: NewQueueAct): Promise<QueueAct> {
  const { act, at, queueId, phone, callId, detail } = done;
  const row = await query
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
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  return present(row);
}

/** It was refused. */
export async function deleteQueueAct(query: Kysely<DB>, id: number): Promise<void> {
  await query.deleteFrom("queue_acts").where("id", "=", id).execute();
}

type ActRow = Pick<Selectable<QueueActs>, (typeof COLUMNS)[number]>;

const present = ({ at, act, call_id, ...row }: ActRow): QueueAct => ({
  ...row,
  at: seconds(at),
  // Written by `insertQueueAct` alone.
  act: act as QueueActKind,
  callid: call_id,
});

const seconds = (at: Date): number => Math.floor(at.getTime() / 1000);

const PAGE = 50;

/** Newest first. */
export async function listQueueActs(
  query: Kysely<DB>,
  customerId: number,
  { queue, phone, before }: QueueActsQuery,
): Promise<QueueActPage> {
  const rows = await query
    .selectFrom("queue_acts")
    .select(COLUMNS)
    .where("customer_id", "=", customerId)
    .$if(queue !== undefined, (acts) => acts.where("queue_id", "=", queue ?? 0))
    .$if(phone !== undefined, (acts) => acts.where("phone", "=", phone ?? ""))
    .$if(before !== undefined, (acts) => acts.where("id", "<", before ?? 0))
    .orderBy("id", "desc")
    .limit(PAGE + 1)
    .execute();
  const acts = rows.slice(0, PAGE).map(present);
  return { acts, next: rows.length > PAGE ? (acts.at(-1)?.id ?? null) : null };
}
