import { parseInternational } from "@offhook/telephony/international";
import { numberInvalid } from "../fax-errors.ts";

/** Digits with the country code, however it was written. Throws where it is no number one can call from outside. */
export function faxNumber(raw: string, region: string): string {
  const written = parseInternational(raw, region);
  // As faxes that came in have it: all digits, without the plus.
  const stored = /^\d{8,15}$/.test(raw) ? parseInternational(`+${raw}`, region) : undefined;
  const number = written ?? stored;
  if (!number) throw numberInvalid(raw);
  return number.e164.slice(1);
}
