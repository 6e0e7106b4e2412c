export * from "./carrier-codes.ts";
export * from "./message-events.ts";
export { messagesApi } from "./messages-api.ts";
export * from "./sms-conversation.ts";
export * from "./sms-line.ts";
export * from "./sms-message.ts";
export * from "./sms-webhooks.ts";
export * from "./sms-writing.ts";
export * from "./unread.ts";
