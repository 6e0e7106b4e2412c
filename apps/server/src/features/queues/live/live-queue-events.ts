import { channelName, type QueueEvent, type QueueStatus } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { BaseLogger } from "pino";
import type { Database, NewEvent } from "../../../database/database.ts";
import { ChangeGatherer } from "../../../platform/loops/change-gatherer.ts";
import { findQueues } from "../queue-repository.ts";
import type { QueueBoard } from "./queue-board.ts";

export interface LiveQueueEventsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly board: Pick<QueueBoard, "statusOf">;
  readonly log: Pick<BaseLogger, "error">;
}

/** A call that is answered changes its queue several times within a moment; clients need only hear how it ends up. */
const GATHER_MS = 40;
/** Nobody reads faster than four times a second. */
const EVERY_MS = 250;

/** Tells those who may see a queue what goes on in it. */
export class LiveQueueEvents {
  readonly #deps: LiveQueueEventsDeps;
  /** What was told last, by queue: what looks the same is not told again. */
  readonly #told = new Map<number, string>();
  readonly #changes: ChangeGatherer<number>;

  constructor(deps: LiveQueueEventsDeps) {
    this.#deps = deps;
    this.#changes = new ChangeGatherer({
      clock: deps.clock,
      gatherMs: GATHER_MS,
      everyMs: EVERY_MS,
      tell: (queueIds) => this.#publish(queueIds),
      onError: (error) => deps.log.error({ err: error }, "The status of queues could not be told"),
    });
  }

  changed(queueIds: readonly number[]): void {
    this.#changes.add(queueIds);
  }

  async close(): Promise<void> {
    await this.#changes.close();
  }

  async #publish(queueIds: readonly number[]): Promise<void> {
    const { database, board } = this.#deps;
    const found = await findQueues(database.query, queueIds);
    const events: NewEvent[] = [];
    const news: (readonly [number, string])[] = [];
    for (const customerId of new Set(found.map(({ customer_id }) => customer_id))) {
      const queues = found.filter(({ customer_id }) => customer_id === customerId);
      for (const status of await board.statusOf(customerId, queues)) {
        const text = JSON.stringify(status);
        if (this.#told.get(status.queue_id) === text) continue;
        news.push([status.queue_id, text]);
        events.push(eventOf(customerId, status));
      }
    }
    if (events.length === 0) return;
    await database.publish(events);
    for (const [id, text] of news) this.#told.set(id, text);
  }
}

function eventOf(customerId: number, status: QueueStatus): NewEvent {
  const event: QueueEvent = { type: "QUEUE_STATUS", status };
  return { customerId, channel: channelName("queue", status.queue_id), event };
}
