export { listTasksById, listTasksOf } from "./task-repository.ts";
export { createTasksFeature, type TasksFeature } from "./tasks-feature.ts";
