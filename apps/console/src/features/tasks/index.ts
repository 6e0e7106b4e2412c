export { SourceTaskActions } from "./actions/source-task-actions.tsx";
export { TaskActions } from "./actions/task-actions.tsx";
export { useMakeTask } from "./actions/use-make-task.ts";
export { type SourcePreviews, SourcePreviewsProvider } from "./detail/source-previews.ts";
export { TaskMark } from "./task-mark.tsx";
export { assigneeWords } from "./task-words.ts";
export { TasksBadgeHost } from "./tasks-badge-host.tsx";
export { TasksButton } from "./tasks-button.tsx";
