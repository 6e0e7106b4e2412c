export * from "./admin-alert.ts";
export * from "./alert-events.ts";
export { alertsApi } from "./alerts-api.ts";
