export * from "./unread.ts";
