import { lookupKey } from "@offhook/telephony";

/** As timelines look it up; empty where the number is hidden. */
export function numberKey(number: string): string {
  return lookupKey(number)?.number ?? "";
}

export function durationText(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
