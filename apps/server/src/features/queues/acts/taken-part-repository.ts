import type { CallSupervision } from "@offhook/contract";
import type { PbxEvents } from "@offhook/pbx";
import type { Kysely } from "kysely";
import type { DB } from "../../../database/schema/database-schema.ts";

type Began = PbxEvents["supervisionBegan"];
type Ended = PbxEvents["supervisionEnded"];

/** The phone was answered: what was asked for happens. It belongs to the last act that asked for it. */
export async function beginPart(query: Kysely<DB>, part: Began): Promise<void> {
  const { callId, mode, isShown, at } = part;
  await query
    .updateTable("queue_acts")
    .set({ began_at: new Date(at), is_shown: isShown })
    .where("id", "=", (from) =>
      from
        .selectFrom("queue_acts as asked")
        .select((is) => is.fn.max("asked.id").as("id"))
        .where("asked.customer_id", "=", Number(part.companyId))
        .where("asked.call_id", "=", callId)
        .where("asked.user_id", "=", Number(part.userId))
        .where("asked.act", "=", mode),
    )
    // Written once more, after an answer of the database that got lost, it stays as it was.
    .where("began_at", "is", null)
    .execute();
}

export async function endPart(query: Kysely<DB>, { companyId, callId, userId, at }: Ended): Promise<void> {
  await query
    .updateTable("queue_acts")
    .set({ ended_at: new Date(at) })
    .where("customer_id", "=", Number(companyId))
    .where("call_id", "=", callId)
    .where("user_id", "=", Number(userId))
    .where("began_at", "is not", null)
    .where("ended_at", "is", null)
    .execute();
}

export interface TakenPartsRange {
  readonly customerId: number;
  readonly callId: string;
  /** What the agent at this line may know; undefined: everything, for those who supervise. */
  readonly agentLine: number | undefined;
}

/** Who took part in a call, in the order of time. */
export async function listTakenParts(
  query: Kysely<DB>,
  { customerId, callId, agentLine }: TakenPartsRange,
): Promise<CallSupervision[]> {
  const rows = await query
    .selectFrom("queue_acts")
    .select(["user_name", "act", "began_at", "ended_at"])
    .where("customer_id", "=", customerId)
    .where("call_id", "=", callId)
    .where("began_at", "is not", null)
    .$if(agentLine !== undefined, (parts) =>
      parts.where("is_shown", "=", true).where("phone", "=", (from) =>
        from
          .selectFrom("phones")
          .select("phones.name")
          .where("phones.id", "=", agentLine ?? 0),
      ),
    )
    .orderBy("began_at")
    .orderBy("id")
    .execute();
  return rows.flatMap(({ user_name, act, began_at, ended_at }) =>
    began_at
      ? [
          {
            name: user_name,
            // `beginPart` finds no other acts.
            act: act as CallSupervision["act"],
            at: Math.floor(began_at.getTime() / 1000),
            seconds: ended_at && Math.round((ended_at.getTime() - began_at.getTime()) / 1000),
          },
        ]
      : [],
  );
}
