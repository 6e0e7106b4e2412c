import { lettersToDigits } from "./keypad.ts";
import { withLeadingOne } from "./number-formats.ts";

/** One comma is a pause of two seconds. */
const COMMA_PAUSE_MS = 2_000;

/** Digits to be sent once the call is answered, after a pause. */
interface AfterAnswer {
  readonly pauseMs: number;
  readonly digits: string;
}

export interface DialString {
  /** What is dialed: digits, star and hash, with the leading 1 where it belongs. */
  readonly number: string;
  readonly afterAnswer: readonly AfterAnswer[];
  /** Extra digits behind a semicolon. */
  readonly extension: string;
}

/** Keeps what can be dialed: digits, star, hash, comma and semicolon; letters become digits. */
export function cleanDialString(text: string): string {
  return lettersToDigits(text).replace(/[^\d*#,;]/g, "");
}

export function parseDialString(text: string): DialString {
  const cleaned = cleanDialString(text);
  const number = withLeadingOne(/^[^,;]*/.exec(cleaned)?.[0] ?? "");
  return {
    number,
    afterAnswer: afterAnswerOf(cleaned),
    extension: [...cleaned.matchAll(/;([^,;]*)/g)].map((match) => match[1]).join(""),
  };
}

function afterAnswerOf(cleaned: string): AfterAnswer[] {
  const sections = cleaned.replace(/;[^,;]*/g, "").matchAll(/(,+)([^,]*)/g);
  return [...sections].map(([, commas = "", digits = ""]) => ({
    pauseMs: commas.length * COMMA_PAUSE_MS,
    digits,
  }));
}

/** A call from another device goes to the user's own mobile: digits only, ten of them get a leading 1. */
export function otherDeviceNumber(mobile: string): string | undefined {
  const digits = withLeadingOne(mobile.replace(/\D/g, ""));
  return digits === "" ? undefined : digits;
}
