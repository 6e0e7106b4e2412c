import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/min";
import { lettersToDigits } from "./keypad.ts";
import { isUsNumber, withLeadingOne } from "./number-formats.ts";
import { lookupKey } from "./phone-lookup.ts";

/** The country whose rules hold for numbers written without a country code. */
export type Region = string;

export interface InternationalNumber {
  /** '+442079460120' */
  readonly e164: string;
  /** '+44 20 7946 0120' */
  readonly display: string;
  readonly country: string | undefined;
}

/**
 * Reads a number as it is written in `region`, or anywhere when it begins with '+'.
 * Undefined when it cannot be a public number: an extension, a service code, a typing error.
 */
export function parseInternational(text: string, region: Region): InternationalNumber | undefined {
  const country: CountryCode | undefined = isSupportedCountry(region) ? region : undefined;
  const parsed = parsePhoneNumberFromString(
    text,
    country ? { defaultCountry: country, extract: false } : { extract: false },
  );
  if (!parsed?.isPossible()) return undefined;
  return { e164: parsed.number, display: parsed.formatInternational(), country: parsed.country };
}

const NORTH_AMERICA: ReadonlySet<Region> = new Set(["US", "CA"]);

/**
 * The one form under which a number stands in the directory, however it was written: digits with the country code,
 * an extension or service code as it is. Pauses and extra digits behind the number do not count. Undefined when there
 * is nothing to find.
 */
export function directoryKey(raw: string, region: Region): string | undefined {
  const written = lettersToDigits(
    /^[^,;|]*/.exec(raw.trim().toLowerCase() === "private" ? "" : raw)?.[0] ?? "",
  );
  const key = lookupKey(written);
  if (!key || key.mayBeExtension || /[*#]/.test(key.number)) return key?.number;
  const digits = written.replace(/\D/g, "");
  // Most numbers of most companies: no need to ask the tables of the world.
  if (NORTH_AMERICA.has(region) && isUsNumber(digits)) return withLeadingOne(digits);
  return parseInternational(written, region)?.e164.slice(1) ?? key.number;
}
