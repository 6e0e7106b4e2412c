export { listTasksOf } from "./task-repository.ts";
export { createTasksFeature } from "./tasks-feature.ts";
