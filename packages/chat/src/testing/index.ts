export { aHub, aUser, ScriptedClient, settle, signedInClient } from "./chat-room.ts";
export { MemoryChatStore } from "./memory-chat-store.ts";
