export { Availability } from "./availability-store.ts";
export { AvailabilityProvider, useAvailability, useAvailabilityState } from "./queues-context.ts";
export { useQueueSwitch } from "./use-queue-switch.ts";
