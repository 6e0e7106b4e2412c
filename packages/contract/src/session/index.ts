export * from "./login.ts";
export { sessionApi } from "./session-api.ts";
export * from "./signed-in-devices.ts";
