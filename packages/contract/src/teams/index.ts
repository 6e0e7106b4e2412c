export { wantsChatNotice } from "./chat-notice.ts";
export * from "./teams-api.ts";
