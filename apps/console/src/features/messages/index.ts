export { ScheduleDialog } from "./compose/lazy-schedule-dialog.ts";
export { MessagesProvider } from "./messages-context.ts";
export { MessagesHub } from "./messages-hub.ts";
export { shownLines } from "./shown-lines.ts";
export { useKnownConversations } from "./use-known-conversations.ts";
export { useLineName } from "./use-text-messages.ts";
