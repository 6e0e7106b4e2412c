export * from "./call-events.ts";
export { callsApi } from "./calls-api.ts";
export * from "./phone.ts";
