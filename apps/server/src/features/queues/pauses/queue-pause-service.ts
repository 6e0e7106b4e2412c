import { channelName, type QueueEvent, type QueuePause, type QueuePauseOrder } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { Database, Transaction } from "../../../database/database.ts";
import type { Actor } from "../../../platform/actor.ts";
import { notAnAgent, unknownPauseReason } from "../queue-errors.ts";
import {
  deletePauses,
  listPauseReasons,
  lockPausableLines,
  type PausableLine,
  savePauses,
} from "./pause-repository.ts";

export interface QueuePauseServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** Resolves when call control knows of what was stored before. */
  readonly whenKnown: () => Promise<void>;
  /** Takes back a pause that call control began by itself, after a missed call. */
  readonly endPause: (customerId: number, phoneId: number) => void;
}

/** Agents who take no calls for a while. They stay logged in to their queues. */
export class QueuePauseService {
  readonly #deps: QueuePauseServiceDeps;

  constructor(deps: QueuePauseServiceDeps) {
    this.#deps = deps;
  }

  /** Paused once more for the same reason, the pause goes on; for another, a new one begins. */
  pause(actor: Actor, { reason, phone }: QueuePauseOrder): Promise<QueuePause[]> {
    const since = new Date(this.#deps.clock.now());
    return this.#change(actor, phone, async ({ query }, lines) => {
      const { customerId } = actor;
      if (!(await listPauseReasons(query, customerId)).includes(reason)) throw unknownPauseReason();
      const changed = lines.filter((line) => line.reason !== reason);
      await savePauses(query, { phoneIds: changed.map(({ id }) => id), customerId, reason, since });
      return lines.map((line) => (line.reason === reason ? line : { ...line, reason, since }));
    });
  }

  /** Resuming twice, from two tabs say, is no error. */
  async resume(actor: Actor, phone: string | undefined): Promise<QueuePause[]> {
    // A pause after a missed call may be on its way into the database: it would outlive this.
    await this.#deps.whenKnown();
    let resumed: readonly PausableLine[] = [];
    const pauses = await this.#change(actor, phone, async ({ query }, lines) => {
      resumed = lines;
      await deletePauses(
        query,
        lines.map(({ id }) => id),
      );
      return lines.map((line) => (line.reason === null ? line : { ...line, reason: null, since: null }));
    });
    for (const { id } of resumed) this.#deps.endPause(actor.customerId, id);
    return pauses;
  }

  /** `change` gives back the same object for a line that stays as it is. */
  async #change(
    actor: Actor,
    phone: string | undefined,
    change: (tx: Transaction, lines: readonly PausableLine[]) => Promise<PausableLine[]>,
  ): Promise<QueuePause[]> {
    const { database, whenKnown } = this.#deps;
    const { customerId, userId } = actor;
    const lines = await database.transaction(async (tx) => {
      const before = await lockPausableLines(tx.query, actor, phone);
      if (before.length === 0) throw notAnAgent();
      const after = await change(tx, before);
      for (const line of after.filter((each) => !before.includes(each))) {
        const event: QueueEvent = { type: "QUEUE_PAUSE", user_id: userId, ...pauseOf(line) };
        tx.publish({ customerId, channel: channelName("phone", line.id), event });
      }
      return after;
    });
    // Whoever has just paused must not be offered the next caller.
    await whenKnown();
    return lines.map(pauseOf);
  }
}

export function pauseOf({ name, reason, since }: PausableLine): QueuePause {
  return { phone: name, reason, since: since && Math.floor(since.getTime() / 1000) };
}
