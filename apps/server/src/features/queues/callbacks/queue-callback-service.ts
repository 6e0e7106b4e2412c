import type { Clock } from "@offhook/kernel";
import type { CommandResult } from "@offhook/pbx";
import type { Database } from "../../../database/database.ts";
import type { Actor } from "../../../platform/actor.ts";
import { recordAct } from "../acts/record-act.ts";
import type { QueueBoard } from "../live/queue-board.ts";
import { callbackGone } from "../queue-errors.ts";
import { queuesSeenBy } from "../queue-scope.ts";

export interface QueueCallbackServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly board: Pick<QueueBoard, "statusOf">;
  /** Refused once somebody is about to call. */
  readonly cancelCallback: (customerId: number, callId: string) => CommandResult;
}

/** Callers who have hung up and are to be called back. */
export class QueueCallbackService {
  readonly #deps: QueueCallbackServiceDeps;

  constructor(deps: QueueCallbackServiceDeps) {
    this.#deps = deps;
  }

  /** Whoever sees the queue may: its agents, and supervisors. */
  async cancel(actor: Actor, callId: string): Promise<Record<string, never>> {
    const { database, clock, board, cancelCallback } = this.#deps;
    const { customerId } = actor;
    const seen = await queuesSeenBy(database.query, actor);
    const statuses = await board.statusOf(customerId, seen);
    const queue = statuses.find(({ waiting }) =>
      waiting.some(({ callid, is_callback }) => is_callback && callid === callId),
    );
    const caller = queue?.waiting.find(({ callid }) => callid === callId);
    if (!queue || !caller) throw callbackGone();
    const at = new Date(clock.now());
    const done = { act: "cancelCallback", at, queueId: queue.queue_id, callId } as const;
    await database.transaction(async (tx) => {
      await recordAct(tx, actor, { ...done, detail: caller.number });
      if (!cancelCallback(customerId, callId).isDone) throw callbackGone();
    });
    return {};
  }
}
