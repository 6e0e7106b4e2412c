import { createHmac } from "node:crypto";

/** What the store knows of the refresh token that a client presents. */
export interface PresentedToken {
  readonly family: number;
  readonly generation: number;
  readonly expiresAt: number;
  /** When it was traded for its successor; null while it is the current one. */
  readonly rotatedAt: number | null;
}

/** The session the token belongs to, as far as its refresh tokens go. */
export interface TokenFamily {
  readonly family: number;
  readonly generation: number;
  /** The newest generation a client has shown to own. */
  readonly confirmedGeneration: number;
  readonly hasEnded: boolean;
}

/**
 * - `rotate`: trade it for a successor.
 * - `repeat`: it was traded before; answer with the current token of the family once more.
 * - `refuse`: it is worth nothing, and says nothing about the rest of the family.
 * - `revoke`: someone else must have a copy; end the session.
 */
export type RefreshDecision = "rotate" | "repeat" | "refuse" | "revoke";

/** Two tabs that refresh together, or a request that was under way for long, stay within this time. */
export const REPEAT_GRACE_MS = 30_000;

/** The rules REF1 to REF6 of docs/specs/session.md. Pure. */
export function decideRefresh(presented: PresentedToken, current: TokenFamily, now: number): RefreshDecision {
  if (current.hasEnded || presented.family !== current.family || presented.expiresAt <= now) return "refuse";
  if (presented.rotatedAt === null) return "rotate";
  if (now - presented.rotatedAt <= REPEAT_GRACE_MS) return "repeat";
  // The reply that carried the successor may have been lost with the connection or the process. As long as nobody
  // has shown to own the successor, the one who still has its predecessor is the client who never got it.
  const isPredecessor = presented.generation === current.generation - 1;
  return isPredecessor && current.confirmedGeneration < current.generation ? "repeat" : "revoke";
}

/** The same again for the same token and salt, and nothing without the server's key. */
export function successorOf(key: Uint8Array, token: string, salt: Uint8Array): string {
  return createHmac("sha256", key).update(salt).update(token).digest("base64url");
}
