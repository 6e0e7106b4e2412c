import { HuntGroupService, type HuntGroupServiceDeps } from "./hunt-group-service.ts";
import type { QueueBoard } from "./live/queue-board.ts";
import { QueueStatusService } from "./live/queue-status-service.ts";
import { QueueNumberService, type QueueNumberServiceDeps } from "./numbers/queue-number-service.ts";
import { QueuePauseService, type QueuePauseServiceDeps } from "./pauses/queue-pause-service.ts";
import { queueRoutes } from "./queue-routes.ts";
import { QueueService, type QueueServiceDeps } from "./queue-service.ts";
import {
  createQueueRecordRetention,
  type QueueRecordRetentionDeps,
} from "./records/queue-record-retention.ts";

export interface QueuesFeatureDeps
  extends QueueServiceDeps,
    HuntGroupServiceDeps,
    QueueNumberServiceDeps,
    QueuePauseServiceDeps,
    QueueRecordRetentionDeps {
  readonly board: QueueBoard;
}

export interface QueuesFeature {
  readonly handlers: ReturnType<typeof queueRoutes>;
  start(): void;
  close(): Promise<void>;
}

export function createQueuesFeature(deps: QueuesFeatureDeps): QueuesFeature {
  const retention = createQueueRecordRetention(deps);
  return {
    handlers: queueRoutes({
      queues: new QueueService(deps),
      statuses: new QueueStatusService(deps),
      pauses: new QueuePauseService(deps),
      numbers: new QueueNumberService(deps),
      huntGroups: new HuntGroupService(deps),
    }),
    start: () => retention.start(),
    close: () => retention.close(),
  };
}
