export * from "./hunt-group.ts";
export * from "./queue.ts";
export * from "./queue-acts.ts";
export * from "./queue-calls-api.ts";
export * from "./queue-events.ts";
export * from "./queue-numbers.ts";
export * from "./queue-status.ts";
export { queuesApi } from "./queues-api.ts";
