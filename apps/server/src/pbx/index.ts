export type { SendText } from "./control/call-control-service.ts";
export { registerPhoneMetrics } from "./live/phone-metrics.ts";
export { pbxRoutes } from "./pbx-routes.ts";
export { PhoneSystem } from "./phone-system.ts";
