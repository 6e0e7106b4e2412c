import { isDigit } from "./character-classes.ts";

/** RFC 3261 §8.1.1.5: sequence numbers stay below 2^31. */
export const MAX_SEQUENCE = 2 ** 31 - 1;
/** RFC 3261 §20.19: delta-seconds go up to 2^32 - 1. */
export const MAX_DELTA_SECONDS = 2 ** 32 - 1;
export const MAX_PORT = 65_535;

/** Digits only, leading zeros allowed. Undefined when it is no number or a larger one than `max`. */
export function parseDecimal(text: string, max: number): number | undefined {
  if (text.length === 0) return undefined;
  let value = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (!isDigit(code)) return undefined;
    value = value * 10 + (code - 0x30);
    if (value > max) return undefined;
  }
  return value;
}
