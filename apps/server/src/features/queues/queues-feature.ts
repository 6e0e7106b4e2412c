import { HuntGroupService, type HuntGroupServiceDeps } from "./hunt-group-service.ts";
import { queueRoutes } from "./queue-routes.ts";
import { QueueService, type QueueServiceDeps } from "./queue-service.ts";
import {
  createQueueRecordRetention,
  type QueueRecordRetentionDeps,
} from "./records/queue-record-retention.ts";

export interface QueuesFeature {
  readonly handlers: ReturnType<typeof queueRoutes>;
  start(): void;
  close(): Promise<void>;
}

export function createQueuesFeature(
  deps: QueueServiceDeps & HuntGroupServiceDeps & QueueRecordRetentionDeps,
): QueuesFeature {
  const retention = createQueueRecordRetention(deps);
  return {
    handlers: queueRoutes(new QueueService(deps), new HuntGroupService(deps)),
    start: () => retention.start(),
    close: () => retention.close(),
  };
}
