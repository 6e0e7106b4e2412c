import type { StoredUser } from "../../ports/chat-store.ts";

/** Leads to an account of the product: nothing that a client says of itself or of a group. */
const ACCOUNT_KEY = "userId";
/** What the profile of an account says of its user. Names made over chat belong to those who made them. */
const OF_THE_PROFILE = ["fn", "nickname", "color", "icon", "status"] as const;

/** Whether a change of a user's public data leaves their identity alone. */
export function keepsIdentity(user: Pick<StoredUser, "customerId" | "public">, face: unknown): boolean {
  const keys = user.customerId === null ? [ACCOUNT_KEY] : [ACCOUNT_KEY, ...OF_THE_PROFILE];
  return keys.every((key) => isSame(partOf(user.public, key), partOf(face, key)));
}

/** A group is nobody. */
export function claimsIdentity(face: unknown): boolean {
  return partOf(face, ACCOUNT_KEY) !== undefined;
}

function partOf(face: unknown, key: string): unknown {
  if (typeof face !== "object" || face === null || !Object.hasOwn(face, key)) return undefined;
  return (face as Readonly<Record<string, unknown>>)[key];
}

function isSame(left: unknown, right: unknown): boolean {
  return left === right || JSON.stringify(left) === JSON.stringify(right);
}
