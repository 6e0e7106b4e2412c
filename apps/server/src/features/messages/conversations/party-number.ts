import { directoryKey } from "@offhook/telephony/international";
import { receiverInvalid } from "../message-errors.ts";

/** From a short code to the longest number there is. */
const TEXTABLE = /^\d{3,15}$/;

/** The number a text goes to, however it was written: digits with the country code; ten digits get a leading 1. */
export function partyNumber(raw: string, region: string): string {
  const digits = directoryKey(raw, region)?.replace(/\D/g, "") ?? "";
  if (!TEXTABLE.test(digits)) throw receiverInvalid();
  return digits;
}

/** Digits where it is a number; names that banks and shops send under stay as they are. */
export function senderNumber(raw: string): string {
  const digits = raw.replace(/\D/g, "");
  return digits === "" ? raw.trim().slice(0, 40) : digits;
}
