export { ConversationStream, type ConversationStreamProps } from "./stream/conversation-stream.tsx";
export { createDayHeadings, type DayHeadings } from "./stream/day-headings.ts";
export { type StreamRow, UNREAD_ROW } from "./stream/stream-row.ts";
