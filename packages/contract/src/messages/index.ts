export * from "./message-events.ts";
export { messagesApi } from "./messages-api.ts";
export * from "./unread.ts";
