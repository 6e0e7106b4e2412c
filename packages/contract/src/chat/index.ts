export * from "./client-frames.ts";
export * from "./server-frames.ts";
