export * from "./dispatch-api.ts";
export * from "./hunt-group.ts";
export type {
  PassedOverCall,
  PassedOverLine,
  PassedOverQuery,
  PassedOverReason,
} from "./passed-over.ts";
export * from "./queue.ts";
export * from "./queue-acts.ts";
export { queueCallbacksApi } from "./queue-callbacks-api.ts";
export * from "./queue-calls-api.ts";
export * from "./queue-events.ts";
export * from "./queue-numbers.ts";
export * from "./queue-status.ts";
export { queuesApi } from "./queues-api.ts";
export { type MorningReport, queueReportsApi } from "./reports-api.ts";
export * from "./shift.ts";
export * from "./shift-events.ts";
export * from "./shift-weeks.ts";
export { shiftsApi } from "./shifts-api.ts";
export * from "./supervision.ts";
export { supervisionApi } from "./supervision-api.ts";
export * from "./wallboard.ts";
export { wallboardApi } from "./wallboard-api.ts";
export { DEFAULT_WALLBOARD_THRESHOLDS } from "./wallboard-defaults.ts";
export { wallboardQueueOf } from "./wallboard-queue.ts";
