export { ChatAccounts } from "./chat-accounts.ts";
export { insertChatFile } from "./chat-file-repository.ts";
export { appendChatMessages } from "./chat-message-repository.ts";
export { addChatRoot, ChatRoots } from "./chat-roots.ts";
export { CHAT_ROUTES, ChatService, type ChatServiceDeps } from "./chat-service.ts";
export { insertChatTopic, saveChatSubscription } from "./chat-topic-repository.ts";
