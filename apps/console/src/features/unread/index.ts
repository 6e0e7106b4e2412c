export { UnreadProvider, useUnread, useUnreadStore } from "./unread-context.ts";
export { totalUnread, UnreadStore } from "./unread-counters.ts";
export { useReading } from "./use-reading.ts";
