import { queueCallRoutes } from "./calls/queue-call-routes.ts";
import { QueueCallService, type QueueCallServiceDeps } from "./calls/queue-call-service.ts";
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
import { AgentLeadService } from "./supervision/agent-lead-service.ts";
import { supervisionRoutes } from "./supervision/supervision-routes.ts";
import { SupervisionService, type SupervisionServiceDeps } from "./supervision/supervision-service.ts";

export interface QueuesFeatureDeps
  extends QueueServiceDeps,
    SupervisionServiceDeps,
    HuntGroupServiceDeps,
    QueueNumberServiceDeps,
    QueuePauseServiceDeps,
    QueueCallServiceDeps,
    QueueRecordRetentionDeps {
  readonly board: QueueBoard;
}

export interface QueuesFeature {
  readonly handlers: ReturnType<typeof queueRoutes>;
  readonly callHandlers: ReturnType<typeof queueCallRoutes>;
  readonly supervisionHandlers: ReturnType<typeof supervisionRoutes>;
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
    callHandlers: queueCallRoutes(new QueueCallService(deps)),
    supervisionHandlers: supervisionRoutes(new SupervisionService(deps), new AgentLeadService(deps)),
    start: () => retention.start(),
    close: () => retention.close(),
  };
}
