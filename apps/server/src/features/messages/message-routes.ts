import type { messagesApi } from "@offhook/contract";
import type { Handlers } from "../../http/handlers.ts";
import type { UnreadService } from "./unread-service.ts";

export function messageRoutes(unread: UnreadService): Handlers<typeof messagesApi> {
  return {
    getUnread: ({ actor }) => unread.count(actor),
    markUnread: ({ actor, body }) => unread.markUnread(actor, body),
    markRead: ({ actor, body }) => unread.markRead(actor, body),
  };
}
