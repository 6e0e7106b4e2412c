export { registerPhoneMetrics } from "./phone-metrics.ts";
export { PhoneSystem } from "./phone-system.ts";
