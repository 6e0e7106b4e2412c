import { createHmac, timingSafeEqual } from "node:crypto";
import type { AuthLevel, UserId } from "@offhook/chat";

/**
 * The token every login hands out, for files and for the next connection. Laid out as other servers of the protocol
 * do, little endian: user (8 bytes), expiry in seconds (4), level (2), serial (2), features (2), signature (32).
 */
const BODY_BYTES = 18;
const SIGNATURE_BYTES = 32;
export const CHAT_TOKEN_BYTES = BODY_BYTES + SIGNATURE_BYTES;
const LEVELS: Readonly<Record<AuthLevel, number>> = { anon: 10, auth: 20, root: 30 };

export interface TokenClaims {
  readonly user: UserId;
  readonly level: AuthLevel;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

export function signChatToken(key: Uint8Array, { user, level, expiresAt }: TokenClaims): string {
  const body = Buffer.alloc(BODY_BYTES);
  Buffer.from(user.slice(3), "base64url").copy(body, 0);
  body.writeUInt32LE(Math.floor(expiresAt / 1000), 8);
  body.writeUInt16LE(LEVELS[level], 12);
  return Buffer.concat([body, sign(key, body)]).toString("base64");
}

/** Undefined for one that was not made with this key, or has expired. */
export function readChatToken(key: Uint8Array, token: Buffer, now: number): TokenClaims | undefined {
  if (token.length !== CHAT_TOKEN_BYTES) return undefined;
  const body = token.subarray(0, BODY_BYTES);
  if (!timingSafeEqual(token.subarray(BODY_BYTES), sign(key, body))) return undefined;
  const expiresAt = body.readUInt32LE(8) * 1000;
  const number = body.readUInt16LE(12);
  const level = (Object.keys(LEVELS) as AuthLevel[]).find((each) => LEVELS[each] === number);
  if (level === undefined || expiresAt <= now) return undefined;
  return { user: `usr${body.subarray(0, 8).toString("base64url")}`, level, expiresAt };
}

function sign(key: Uint8Array, body: Uint8Array): Buffer {
  return createHmac("sha256", key).update(body).digest();
}
