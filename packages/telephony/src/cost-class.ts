import { parsePhoneNumberFromString } from "libphonenumber-js/max";

/** What costs far more than other calls, and is what stolen lines are used for. */
type CostClass = "premium" | "satellite";

/** Beside what the tables of the world call premium: 1-900, and 976 in any area code of +1. */
const PREMIUM = /^1(900|\d{3}976)\d*$/;
/** 979: international premium rate. 1-900 numbers of the wrong length are somebody's try. */
const PREMIUM_CODES = /^979/;
/** Inmarsat (870), Iridium and other satellite systems (881), international networks (882, 883). */
const SATELLITE_CODES = /^(870|881|882|883)/;

/** Undefined for a number like others. `e164`: with or without the plus. */
export function costClassOf(e164: string): CostClass | undefined {
  const digits = e164.replace(/\D/g, "");
  if (SATELLITE_CODES.test(digits)) return "satellite";
  if (PREMIUM.test(digits) || PREMIUM_CODES.test(digits)) return "premium";
  return parsePhoneNumberFromString(`+${digits}`)?.getType() === "PREMIUM_RATE" ? "premium" : undefined;
}
