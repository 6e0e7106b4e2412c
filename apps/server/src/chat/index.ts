export { chatRoutes } from "./chat-routes.ts";
export { CHAT_ROUTES, ChatService } from "./chat-service.ts";
