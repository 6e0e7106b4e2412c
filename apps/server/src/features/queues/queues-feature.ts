import { HuntGroupService, type HuntGroupServiceDeps } from "./hunt-group-service.ts";
import { queueRoutes } from "./queue-routes.ts";
import { QueueService, type QueueServiceDeps } from "./queue-service.ts";

export interface QueuesFeature {
  readonly handlers: ReturnType<typeof queueRoutes>;
}

export function createQueuesFeature(deps: QueueServiceDeps & HuntGroupServiceDeps): QueuesFeature {
  return { handlers: queueRoutes(new QueueService(deps), new HuntGroupService(deps)) };
}
