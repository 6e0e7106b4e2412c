export * from "./login.ts";
export { sessionApi } from "./session-api.ts";
export { sessionEvents } from "./session-events.ts";
export * from "./signed-in-devices.ts";
export * from "./step-up.ts";
