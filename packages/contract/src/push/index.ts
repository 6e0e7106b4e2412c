export * from "./define-events.ts";
export * from "./event-number-header.ts";
export * from "./push-api.ts";
export * from "./push-close-codes.ts";
export * from "./push-frames.ts";
