export { CHAT_ROUTES, ChatService } from "./chat-service.ts";
