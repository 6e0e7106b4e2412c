/** A device that has said nothing at all for so long is gone. Over UDP a request has been sent five times by then. */
export const SILENCE_MS = 8_000;
