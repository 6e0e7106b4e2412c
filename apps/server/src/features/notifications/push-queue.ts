import type { Clock } from "@offhook/kernel";
import type { BaseLogger } from "pino";
import type { Database } from "../../database/database.ts";
import { DueLoop } from "../../platform/loops/due-loop.ts";
import {
  type DueMessage,
  deleteMessage,
  deleteSubscriptions,
  listDue,
  type NewPushMessage,
  nextMessageAt,
  postponeMessage,
  queueMessages,
} from "./push-repository.ts";
import type { PushServiceClient } from "./push-service-client.ts";

export interface PushQueueDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<BaseLogger, "error" | "info">;
  readonly client: Pick<PushServiceClient, "send">;
  /** A browser wants nothing any more. */
  readonly onGone: (sessionId: string) => void;
}

const AT_ONCE = 50;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 600_000;

/** Hands notices to push services, again where one was away, and only as long as they are worth telling. */
export class PushQueue {
  readonly #deps: PushQueueDeps;
  readonly #loop: DueLoop;

  constructor(deps: PushQueueDeps) {
    this.#deps = deps;
    const { database, clock, log } = deps;
    this.#loop = new DueLoop({
      name: "web push",
      clock,
      log,
      work: (now) => this.#sendDue(now),
      nextAt: () => nextMessageAt(database.query),
    });
  }

  async add(messages: readonly NewPushMessage[]): Promise<void> {
    if (messages.length === 0) return;
    const { database, clock } = this.#deps;
    await queueMessages(database.query, messages, new Date(clock.now()));
    this.#loop.wake();
  }

  start(): void {
    this.#loop.start();
  }

  close(): Promise<void> {
    return this.#loop.close();
  }

  async #sendDue(now: Date): Promise<void> {
    const due = await listDue(this.#deps.database.query, now, AT_ONCE);
    await Promise.all(due.map((message) => this.#send(message)));
  }

  async #send(message: DueMessage): Promise<void> {
    const { database, clock, client, log, onGone } = this.#deps;
    const { query } = database;
    const leftMs = message.expires_at.getTime() - clock.now();
    const outcome = await client.send(message, {
      payload: JSON.stringify(message.payload),
      ttlSeconds: Math.max(1, Math.ceil(leftMs / 1_000)),
      isUrgent: message.is_urgent,
    });
    if (outcome === "failed") {
      const wait = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(message.attempts, 20));
      await postponeMessage(query, message.id, new Date(clock.now() + wait));
      return;
    }
    await deleteMessage(query, message.id);
    if (outcome === "delivered") return;
    const service = new URL(message.endpoint).host;
    log.info({ service, outcome }, "A push service did not take a notice");
    if (outcome !== "gone") return;
    await deleteSubscriptions(query, [message.session_id]);
    onGone(message.session_id);
  }
}
