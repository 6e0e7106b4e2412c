import type { Identifiers } from "../../grammar/identifiers.ts";
import type { Dialog } from "../dialog.ts";

/**
 * RFC 3261 §14.1: both ends offered at once and got 491. The side that made the Call-ID waits 2.1 to 4 s,
 * the other 0 to 2 s, in steps of 10 ms, so that they hardly meet again.
 */
export function glareDelayMs(role: Dialog["role"], identifiers: Identifiers): number {
  return role === "caller" ? identifiers.between(210, 400) * 10 : identifiers.between(0, 200) * 10;
}
