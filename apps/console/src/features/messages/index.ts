export { ScheduleDialog } from "./compose/lazy-schedule-dialog.ts";
export { MessagesProvider } from "./messages-context.ts";
export { MessagesHub } from "./messages-hub.ts";
export { shownLines } from "./shown-lines.ts";
