export {
  MessagesProvider,
  UnreadProvider,
  useUnread,
  useUnreadStore,
} from "./messages-context.ts";
export { MessagesHub } from "./messages-hub.ts";
export { shownLines } from "./shown-lines.ts";
export { totalUnread, UnreadStore } from "./unread-counters.ts";
