export { UnreadProvider, useUnread, useUnreadStore } from "./messages-context.ts";
export { totalUnread, UnreadStore } from "./unread-counters.ts";
