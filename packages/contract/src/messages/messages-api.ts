import { defineApi } from "../define-api.ts";
import { ReadRequest, UnreadCounters, UnreadRequest } from "./unread.ts";

export const messagesApi = defineApi({
  getUnread: {
    method: "GET",
    path: "/messages/unread",
    access: "user",
    summary: "The unread counters",
    result: UnreadCounters,
  },
  markUnread: {
    method: "PUT",
    path: "/messages/unread",
    access: "user",
    summary: "Mark items of a line as unread",
    body: UnreadRequest,
    result: UnreadCounters,
  },
  markRead: {
    method: "PUT",
    path: "/messages/read",
    access: "user",
    summary: "Mark items, a line or everything as read",
    body: ReadRequest,
    result: UnreadCounters,
  },
});
