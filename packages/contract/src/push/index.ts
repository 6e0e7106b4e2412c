export * from "./push-api.ts";
export * from "./push-frames.ts";
