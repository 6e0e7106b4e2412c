export * from "./item-tasks.ts";
export * from "./task.ts";
export * from "./task-event-types.ts";
export * from "./task-events.ts";
export { tasksApi } from "./tasks-api.ts";
