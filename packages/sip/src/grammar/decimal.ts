export { parseDecimal } from "@offhook/kernel";

/** RFC 3261 §8.1.1.5: sequence numbers stay below 2^31. */
export const MAX_SEQUENCE = 2 ** 31 - 1;
/** RFC 3261 §20.19: delta-seconds go up to 2^32 - 1. */
export const MAX_DELTA_SECONDS = 2 ** 32 - 1;
export const MAX_PORT = 65_535;
