export { CHAT_ROUTES, ChatService, type ChatServiceDeps } from "./chat-service.ts";
export { insertChatFile } from "./files/chat-file-repository.ts";
export { addChatRoot, ChatRoots } from "./sign-in/chat-roots.ts";
export { appendChatMessages } from "./store/chat-message-repository.ts";
export { insertChatTopic, saveChatSubscription } from "./store/chat-topic-repository.ts";
