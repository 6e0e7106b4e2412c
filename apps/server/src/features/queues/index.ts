export { HuntGroupService } from "./hunt-group-service.ts";
export { queueRoutes } from "./queue-routes.ts";
export { QueueService } from "./queue-service.ts";
