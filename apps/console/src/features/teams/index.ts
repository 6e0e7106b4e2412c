export { ForwardFileDialog } from "./lazy-forward-file-dialog.ts";
export { TeamsProvider, useNamedChats, useTeamsUnread } from "./teams-context.ts";
export { TeamsDoor } from "./teams-door.ts";
export { type ChatNames, useChatNames } from "./use-chat-names.ts";
export { useVoiceNote } from "./voice-notes/use-voice-note.ts";
