import type { QueueStatuses } from "@offhook/contract";
import type { Database } from "../../../database/database.ts";
import type { Actor } from "../../../platform/actor.ts";
import { listPauseReasons } from "../pauses/pause-repository.ts";
import { queuesSeenBy } from "../queue-scope.ts";
import type { QueueBoard } from "./queue-board.ts";

export interface QueueStatusServiceDeps {
  readonly database: Database;
  readonly board: Pick<QueueBoard, "statusOf">;
}

export class QueueStatusService {
  readonly #deps: QueueStatusServiceDeps;

  constructor(deps: QueueStatusServiceDeps) {
    this.#deps = deps;
  }

  async read(actor: Actor): Promise<QueueStatuses> {
    const { database, board } = this.#deps;
    const { customerId } = actor;
    const queues = await queuesSeenBy(database.query, actor);
    const [statuses, pause_reasons] = await Promise.all([
      board.statusOf(customerId, queues),
      listPauseReasons(database.query, customerId),
    ]);
    return { queues: statuses, pause_reasons };
  }
}
