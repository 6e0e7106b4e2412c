export type { SendText } from "../features/calls/live/call-control-service.ts";
export { pbxRoutes } from "../features/calls/pbx-routes.ts";
export { registerPhoneMetrics } from "./phone-metrics.ts";
export { PhoneSystem } from "./phone-system.ts";
