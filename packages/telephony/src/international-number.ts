import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/min";

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
