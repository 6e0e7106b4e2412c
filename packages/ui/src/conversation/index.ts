export { ConversationStream } from "./stream/conversation-stream.tsx";
export { createDayHeadings, type DayHeadings } from "./stream/day-headings.ts";
export { SendFailure } from "./stream/send-failure.tsx";
export { type StreamRow, UNREAD_ROW } from "./stream/stream-row.ts";
export { type AttachedFile, AttachmentTray } from "./writing/attachment-tray.tsx";
export { AttachButton, ComposerBox, ToolButton } from "./writing/composer-box.tsx";
export type { MentionPerson } from "./writing/mentions.ts";
export { WritingField, type WritingHandle } from "./writing/writing-field.tsx";
