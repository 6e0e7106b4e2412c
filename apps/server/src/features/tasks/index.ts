export { createTasksFeature } from "./tasks-feature.ts";
