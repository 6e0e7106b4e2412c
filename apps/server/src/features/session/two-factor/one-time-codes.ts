import { randomInt } from "node:crypto";
import { generateSecret, generateURI, verifySync } from "otplib";

const CODE_DIGITS = 6;
const STEP_SECONDS = 30;
/** Crockford's: no letter that looks like a digit. */
const RECOVERY_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const RECOVERY_LENGTH = 10;
const RECOVERY_CODE_COUNT = 10;

export function randomCode(): string {
  return String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, "0");
}

/** Apps show the code in two groups, and people copy it as they see it. */
export function tidyCode(typed: string): string {
  return typed.replace(/[\s-]/g, "");
}

export interface AppSecret {
  readonly secret: string;
  /** What the QR code carries. */
  readonly uri: string;
}

export function newAppSecret(username: string): AppSecret {
  const secret = generateSecret();
  return { secret, uri: generateURI({ issuer: "Offhook", label: username, secret }) };
}

/**
 * The time step a code of an authenticator app belongs to, or undefined when it is wrong. One step of skew is allowed
 * either way; a step that is not after `lastStep` has been used.
 */
export function acceptedStep(
  app: { readonly secret: string; readonly lastStep: number },
  typed: string,
  now: number,
): number | undefined {
  const token = tidyCode(typed);
  if (!/^\d{6}$/.test(token)) return undefined;
  const epoch = Math.floor(now / 1000);
  const result = verifySync({ secret: app.secret, token, epoch, epochTolerance: STEP_SECONDS });
  if (!result.valid || !("timeStep" in result)) return undefined;
  return result.timeStep > app.lastStep ? result.timeStep : undefined;
}

export function newRecoveryCodes(): readonly string[] {
  const codes = new Set<string>();
  while (codes.size < RECOVERY_CODE_COUNT) codes.add(newRecoveryCode());
  return [...codes];
}

function newRecoveryCode(): string {
  const letters = Array.from(
    { length: RECOVERY_LENGTH },
    () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)],
  );
  return `${letters.slice(0, 5).join("")}-${letters.slice(5).join("")}`;
}

/** One spelling for what was read off a sheet of paper. */
export function foldRecoveryCode(typed: string): string {
  return tidyCode(typed).toLowerCase().replace(/o/g, "0").replace(/[il]/g, "1");
}
