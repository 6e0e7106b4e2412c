export { aHub, aUser, ScriptedClient, settle, signedInClient } from "./chat-room.ts";
export { describeChatStore } from "./chat-store-suite.ts";
export { describeCredentialBook } from "./credential-book-suite.ts";
export { MemoryChatStore } from "./memory-chat-store.ts";
