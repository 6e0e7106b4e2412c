import { createHmac, timingSafeEqual } from "node:crypto";
import type { AuthLevel, UserId } from "@offhook/chat";

/**
 * The token every login hands out, for files and for the next connection. Laid out as other servers of the protocol
 * do, little endian, with what it hangs on behind: user (8 bytes), expiry in seconds (4), level (2), kind of tie (2),
 * features (2), tie (16), signature (32).
 */
const HEAD_BYTES = 18;
const TIE_BYTES = 16;
const BODY_BYTES = HEAD_BYTES + TIE_BYTES;
const SIGNATURE_BYTES = 32;
const CHAT_TOKEN_BYTES = BODY_BYTES + SIGNATURE_BYTES;
/** As other servers of the protocol make them: what is shorter is no token at all. */
export const SHORTEST_TOKEN_BYTES = HEAD_BYTES + SIGNATURE_BYTES;
const LEVELS: Readonly<Record<AuthLevel, number>> = { anon: 10, auth: 20, root: 30 };
const TIES = { nothing: 1, session: 2, password: 3 } as const;

/** What a token ends with: the session of the product it came from, or the password. Some have only the token. */
export type TokenTie =
  | { readonly kind: "nothing" }
  | { readonly kind: "session"; readonly id: string }
  | { readonly kind: "password"; readonly mark: string };

export interface TokenClaims {
  readonly user: UserId;
  readonly level: AuthLevel;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  readonly tie: TokenTie;
}

export function signChatToken(key: Uint8Array, { user, level, expiresAt, tie }: TokenClaims): string {
  const body = Buffer.alloc(BODY_BYTES);
  Buffer.from(user.slice(3), "base64url").copy(body, 0);
  body.writeUInt32LE(Math.floor(expiresAt / 1000), 8);
  body.writeUInt16LE(LEVELS[level], 12);
  body.writeUInt16LE(TIES[tie.kind], 14);
  if (tie.kind === "session") Buffer.from(tie.id.replaceAll("-", ""), "hex").copy(body, HEAD_BYTES);
  if (tie.kind === "password") Buffer.from(tie.mark, "hex").copy(body, HEAD_BYTES);
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
  const tie = tieOf(body.readUInt16LE(14), body.subarray(HEAD_BYTES).toString("hex"));
  if (level === undefined || !tie || expiresAt <= now) return undefined;
  return { user: `usr${body.subarray(0, 8).toString("base64url")}`, level, expiresAt, tie };
}

function tieOf(kind: number, hex: string): TokenTie | undefined {
  if (kind === TIES.nothing) return { kind: "nothing" };
  if (kind === TIES.password) return { kind: "password", mark: hex };
  if (kind !== TIES.session) return undefined;
  return { kind: "session", id: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5") };
}

/** Tells one password from the next without telling either. */
export function passwordMark(key: Uint8Array, passwordHash: string): string {
  return createHmac("sha256", key)
    .update(`password ${passwordHash}`)
    .digest("hex")
    .slice(0, TIE_BYTES * 2);
}

function sign(key: Uint8Array, body: Uint8Array): Buffer {
  return createHmac("sha256", key).update(body).digest();
}
