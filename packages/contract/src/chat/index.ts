export * from "./chat-search.ts";
export * from "./client-frames.ts";
export * from "./server-frames.ts";
