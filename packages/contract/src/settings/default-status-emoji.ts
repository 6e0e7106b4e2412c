/** In a file of its own, so that showing it needs no schema. */
export const DEFAULT_STATUS_EMOJI = "💬";
