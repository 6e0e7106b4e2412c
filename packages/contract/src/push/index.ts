export * from "./push-api.ts";
export * from "./push-close-codes.ts";
export * from "./push-frames.ts";
