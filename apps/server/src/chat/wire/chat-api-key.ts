import { createHmac, timingSafeEqual } from "node:crypto";

/** The salt under which the key that stock web clients carry is good; demo and tests use this pair. */
const PUBLIC_DEMO_SALT = Buffer.from("T713/rYYgW7g4m3vG6zGRh7+FM1t0T8j13koXScOAj4=", "base64");
const KEY_BYTES = 24;
const SIGNED_BYTES = 8;
const VERSION = 1;

export interface ChatApiKeys {
  /** What our own console sends. */
  readonly own: string;
  isValid(key: string | undefined): boolean;
}

/**
 * Keys name the application, not the user: version, application, sequence, root flag, and a signature of these. With
 * `isDemo` the publicly known pair is good as well.
 */
export function createChatApiKeys(secret: Uint8Array, isDemo: boolean): ChatApiKeys {
  const salts = isDemo ? [secret, PUBLIC_DEMO_SALT] : [secret];
  const body = Buffer.from([VERSION, 1, 0, 0, 0, 1, 0, 0]);
  return {
    own: Buffer.concat([body, signatureOf(secret, body)]).toString("base64url"),
    isValid(key) {
      const bytes = Buffer.from(key ?? "", "base64url");
      if (bytes.length !== KEY_BYTES || bytes[0] !== VERSION) return false;
      const [signed, signature] = [bytes.subarray(0, SIGNED_BYTES), bytes.subarray(SIGNED_BYTES)];
      return salts.some((salt) => timingSafeEqual(signatureOf(salt, signed), signature));
    },
  };
}

function signatureOf(salt: Uint8Array, signed: Uint8Array): Buffer {
  return createHmac("md5", salt).update(signed).digest();
}
