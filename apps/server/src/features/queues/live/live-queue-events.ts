import { channelName, type QueueEvent, type QueueStatus } from "@offhook/contract";
import type { CancelTimer, Clock } from "@offhook/kernel";
import type { BaseLogger } from "pino";
import type { Database, NewEvent } from "../../../database/database.ts";
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
  readonly #changed = new Set<number>();
  /** What was told last, by queue: what looks the same is not told again. */
  readonly #told = new Map<number, string>();
  #cancel: CancelTimer | undefined;
  #flushedAt = Number.NEGATIVE_INFINITY;
  #running: Promise<void> = Promise.resolve();

  constructor(deps: LiveQueueEventsDeps) {
    this.#deps = deps;
  }

  changed(queueIds: readonly number[]): void {
    for (const id of queueIds) this.#changed.add(id);
    if (this.#changed.size > 0) this.#cancel ??= this.#scheduleFlush();
  }

  async close(): Promise<void> {
    if (this.#cancel) {
      this.#cancel();
      this.#flush();
    }
    await this.#running;
  }

  #scheduleFlush(): CancelTimer {
    const { clock } = this.#deps;
    const untilNext = this.#flushedAt + EVERY_MS - clock.now();
    // A clock that was set back must not hold anything up.
    const delayMs = Math.min(EVERY_MS, Math.max(GATHER_MS, untilNext));
    return clock.schedule(delayMs, () => this.#flush());
  }

  #flush(): void {
    this.#cancel = undefined;
    this.#flushedAt = this.#deps.clock.now();
    const queueIds = [...this.#changed];
    this.#changed.clear();
    this.#running = this.#running
      .then(() => this.#publish(queueIds))
      .catch((error: unknown) =>
        this.#deps.log.error({ err: error }, "The status of queues could not be told"),
      );
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
