export * from "./hunt-group.ts";
export * from "./queue.ts";
export * from "./queue-events.ts";
export { queuesApi } from "./queues-api.ts";
