/** `usr` and eleven characters: the name of a user, and of the direct topic with them. */
export type UserId = string;

const ID_BYTES = 8;
const ENCODED_ID = /^[A-Za-z0-9_-]{11}$/;
const ENCODED_PAIR = /^[A-Za-z0-9_-]{22}$/;
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

export type TopicName =
  | { readonly kind: "me" | "fnd" | "sys" | "slf" }
  | { readonly kind: "user"; readonly user: UserId }
  | { readonly kind: "group"; readonly name: string }
  | { readonly kind: "new"; readonly isChannel: boolean };

/** Undefined for a name no topic can have. */
export function parseTopicName(name: string): TopicName | undefined {
  if (name === "me" || name === "fnd" || name === "sys" || name === "slf") return { kind: name };
  const prefix = name.slice(0, 3);
  if (prefix === "new" || prefix === "nch") return { kind: "new", isChannel: prefix === "nch" };
  const rest = name.slice(3);
  if (prefix === "usr" && isEncodedId(rest)) return { kind: "user", user: name };
  if (prefix === "grp" && ENCODED_ID.test(rest)) return { kind: "group", name };
  return undefined;
}

export function isUserId(name: string): boolean {
  return name.startsWith("usr") && isEncodedId(name.slice(3));
}

/** The last of eleven characters carries four bits: another value there would be a second name of the same id. */
function isEncodedId(text: string): boolean {
  return ENCODED_ID.test(text) && ALPHABET.indexOf(text.charAt(10)) % 4 === 0;
}

/** One stored name for both sides, whoever asks; it is never sent to clients. */
export function directTopicOf(one: UserId, other: UserId): string {
  const [low, high] = [bytesOf(one), bytesOf(other)].sort(compareBytes);
  return `p2p${encodeBytes([...(low ?? []), ...(high ?? [])])}`;
}

export function usersOfDirectTopic(name: string): readonly [UserId, UserId] | undefined {
  if (!name.startsWith("p2p") || !ENCODED_PAIR.test(name.slice(3))) return undefined;
  const bytes = decodeBytes(name.slice(3));
  return [userIdFrom(bytes.slice(0, ID_BYTES)), userIdFrom(bytes.slice(ID_BYTES))];
}

export function userIdFrom(bytes: readonly number[]): UserId {
  return `usr${encodeBytes(bytes)}`;
}

export function groupNameFrom(bytes: readonly number[]): string {
  return `grp${encodeBytes(bytes)}`;
}

export function privateNotesOf(user: UserId): string {
  return `slf${user.slice(3)}`;
}

function bytesOf(user: UserId): readonly number[] {
  return decodeBytes(user.slice(3));
}

/** Ids are little-endian numbers on the wire, so the last byte weighs most. */
function compareBytes(left: readonly number[], right: readonly number[]): number {
  for (let index = ID_BYTES - 1; index >= 0; index--) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Base64url without padding. Written here because a pure package has neither Buffer nor btoa. */
function encodeBytes(bytes: readonly number[]): string {
  let text = "";
  let pending = 0;
  let bits = 0;
  for (const byte of bytes) {
    pending = (pending << 8) | byte;
    bits += 8;
    while (bits >= 6) {
      bits -= 6;
      text += ALPHABET.charAt((pending >> bits) & 63);
    }
    pending &= (1 << bits) - 1;
  }
  return bits > 0 ? text + ALPHABET.charAt((pending << (6 - bits)) & 63) : text;
}

function decodeBytes(text: string): number[] {
  const bytes: number[] = [];
  let pending = 0;
  let bits = 0;
  for (const character of text) {
    pending = (pending << 6) | ALPHABET.indexOf(character);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((pending >> bits) & 255);
    pending &= (1 << bits) - 1;
  }
  return bytes;
}
