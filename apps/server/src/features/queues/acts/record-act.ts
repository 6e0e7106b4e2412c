import { channelName, type QueueAct, type QueueEvent } from "@offhook/contract";
import type { NewEvent, Transaction } from "../../../database/database.ts";
import type { Actor } from "../../../platform/actor.ts";
import { insertQueueAct, type NewQueueAct } from "./act-repository.ts";

/** Writes the act down in the transaction of what was done, and tells other supervisors of it. */
export async function recordAct(tx: Transaction, actor: Actor, done: NewQueueAct): Promise<void> {
  tx.publish(actEvent(actor, await insertQueueAct(tx.query, actor, done)));
}

/** On a channel of their own: agents are not to learn from it who listens. */
export function actEvent({ customerId }: Actor, act: QueueAct): NewEvent {
  const event: QueueEvent = { type: "QUEUE_ACT", act };
  return { customerId, channel: channelName("supervision", customerId), event };
}
