import type { CallRecord } from "@offhook/contract";
import { formatPhone } from "@offhook/telephony";

// In a file of its own: the lists of voicemails and faxes need it, and nothing else of the calls.

/** Callers who hide their number. */
const PRIVATE_NAME = "Private number";

/** What the phone system knows of the other party. */
export function callerText({ name, number }: Pick<CallRecord, "name" | "number">): string {
  // Carriers without names put the number in their place.
  if (name !== "" && !/^\+?[\d\s()-]*$/.test(name)) return name;
  return isHiddenNumber(number) ? PRIVATE_NAME : formatPhone(number);
}

export function isHiddenNumber(number: string): boolean {
  return !/\d/.test(number);
}
