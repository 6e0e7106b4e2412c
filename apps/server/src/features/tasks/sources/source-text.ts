import { lookupKey } from "@offhook/telephony";

/** As timelines look it up; empty where the number is hidden. */
export function numberKey(number: string): string {
  return lookupKey(number)?.number ?? "";
}
