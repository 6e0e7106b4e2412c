import { createHash, createHmac, hkdfSync, randomBytes } from "node:crypto";

/** Keys of this installation, one per purpose, so that what is signed for one can never pass for another. */
export interface Secrets {
  key(purpose: string): Buffer;
}

export const MASTER_SECRET_BYTES = 32;
const KEY_BYTES = 32;

export function createSecrets(master: Uint8Array): Secrets {
  if (master.length < MASTER_SECRET_BYTES) {
    throw new RangeError(`The installation's secret needs at least ${MASTER_SECRET_BYTES} bytes`);
  }
  return {
    key: (purpose) => Buffer.from(hkdfSync("sha256", master, "", `offhook/${purpose}`, KEY_BYTES)),
  };
}

/** 256 random bits that are safe in an address. */
export function randomToken(): string {
  return randomBytes(32).toString("base64url");
}

/** What is stored of a random token. It is too long to guess, so one round without salt is enough. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** What is stored of something short, such as a six-digit code: without the key it cannot be tried out. */
export function hashWithKey(key: Uint8Array, ...parts: readonly string[]): Buffer {
  return createHmac("sha256", key).update(JSON.stringify(parts)).digest();
}
