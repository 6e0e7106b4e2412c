export { messageRoutes } from "./message-routes.ts";
export type { UnreadLine } from "./unread-repository.ts";
export { UnreadService } from "./unread-service.ts";
