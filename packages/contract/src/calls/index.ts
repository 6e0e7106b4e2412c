export * from "./call-events.ts";
export * from "./call-history.ts";
export { callsApi } from "./calls-api.ts";
export * from "./phone.ts";
