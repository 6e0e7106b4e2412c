export { TaskActions } from "./actions/task-actions.tsx";
