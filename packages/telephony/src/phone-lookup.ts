import { withLeadingOne } from "./number-formats.ts";

/** Longest number that may be an internal extension. */
const MAX_EXTENSION_DIGITS = 7;

export interface LookupKey {
  readonly number: string;
  /** Short enough to be a colleague's extension. */
  readonly mayBeExtension: boolean;
}

/** The key under which the directory is asked for a caller; undefined when the caller hides the number. */
export function lookupKey(raw: string): LookupKey | undefined {
  const trimmed = raw.trim();
  if (trimmed.toLowerCase() === "private") return undefined;
  const kept = trimmed.replace(/[^\d*#,]/g, "");
  if (kept === "") return undefined;
  const number = /^\d{10}$/.test(kept) ? `1${kept}` : kept;
  return { number, mayBeExtension: number.length <= MAX_EXTENSION_DIGITS };
}

/** An SMS goes to digits; ten of them get a leading 1. */
export function smsNumber(raw: string): string {
  return withLeadingOne(raw.replace(/\D/g, ""));
}
