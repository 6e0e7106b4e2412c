import { bitFrom, channelName, type Queue, type QueueAgent, type QueueEvent } from "@offhook/contract";
import type { Database } from "../../database/database.ts";
import type { Actor } from "../../platform/actor.ts";
import { endMissedPause } from "./pauses/missed-offers.ts";
import { notAnAgent } from "./queue-errors.ts";
import {
  listAgents,
  listQueues,
  listServedQueues,
  lockMembership,
  saveMembership,
} from "./queue-repository.ts";

export interface QueueServiceDeps {
  readonly database: Database;
  /** Resolves when call control knows of what was stored before. */
  readonly whenKnown: () => Promise<void>;
}

export class QueueService {
  readonly #deps: QueueServiceDeps;

  constructor(deps: QueueServiceDeps) {
    this.#deps = deps;
  }

  list(actor: Actor, phone?: string): Promise<Queue[]> {
    return listQueues(this.#deps.database.query, actor, phone);
  }

  listServed(actor: Actor, phone?: string): Promise<Queue[]> {
    return listServedQueues(this.#deps.database.query, actor, phone);
  }

  listAgents(actor: Actor, phone?: string): Promise<QueueAgent[]> {
    return listAgents(this.#deps.database.query, actor, phone);
  }

  /** Logging in twice, from two tabs say, is no error. */
  async setAvailable(actor: Actor, queueId: number, phone: string, isAvailable: boolean): Promise<Queue> {
    const { database, whenKnown } = this.#deps;
    const saved = await database.transaction(async (tx) => {
      const membership = await lockMembership(tx.query, actor, queueId, phone);
      if (!membership) throw notAnAgent();
      const available = bitFrom(isAvailable);
      const { queue, phoneId } = membership;
      if (queue.available === available) return queue;
      await saveMembership(tx.query, queueId, phoneId, isAvailable);
      const event: QueueEvent = {
        type: "QUEUE_UPDATE",
        queue_id: queueId,
        phone,
        user_id: actor.userId,
        available,
      };
      const { customerId } = actor;
      tx.publish({ customerId, channel: channelName("customer", customerId), event });
      if (!isAvailable) await endMissedPause(tx, { customerId, phoneId, phone });
      return { ...queue, available };
    });
    // Whoever has just left a queue must not be offered its next caller.
    await whenKnown();
    return saved;
  }
}
