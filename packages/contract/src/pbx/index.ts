export * from "./acd-feed.ts";
export * from "./blocked-caller.ts";
export * from "./call-control.ts";
export * from "./call-outcome.ts";
export * from "./call-record.ts";
export * from "./live-call.ts";
export { pbxApi } from "./pbx-api.ts";
export * from "./pbx-events.ts";
export * from "./sip-settings.ts";
