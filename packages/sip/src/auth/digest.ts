import { encodeUtf8 } from "../grammar/utf8.ts";

/** Hash functions as a port; both give lower-case hexadecimal text. */
export interface Hash {
  md5(data: Uint8Array): string;
  sha256(data: Uint8Array): string;
}

export type DigestAlgorithm = "SHA-256" | "MD5";

/** What the far end may name: the `-sess` forms bind the key to one nonce. */
export interface NamedAlgorithm {
  readonly algorithm: DigestAlgorithm;
  readonly isSession: boolean;
}

/** RFC 7616 §3.3; nothing at all means MD5 (RFC 2617 §3.2.1). Undefined for one we do not speak. */
export function readAlgorithm(text: string | undefined): NamedAlgorithm | undefined {
  switch ((text ?? "MD5").toUpperCase()) {
    case "MD5":
      return { algorithm: "MD5", isSession: false };
    case "MD5-SESS":
      return { algorithm: "MD5", isSession: true };
    case "SHA-256":
      return { algorithm: "SHA-256", isSession: false };
    case "SHA-256-SESS":
      return { algorithm: "SHA-256", isSession: true };
    default:
      return undefined;
  }
}

export function digestOf(hash: Hash, algorithm: DigestAlgorithm, text: string): string {
  const bytes = encodeUtf8(text);
  return algorithm === "MD5" ? hash.md5(bytes) : hash.sha256(bytes);
}

export interface Identity {
  readonly username: string;
  readonly realm: string;
  readonly password: string;
}

/** What a server may keep in place of the password: it is worth the password, but for this realm only. */
export function ha1Of(
  hash: Hash,
  algorithm: DigestAlgorithm,
  { username, realm, password }: Identity,
): string {
  return digestOf(hash, algorithm, `${username}:${realm}:${password}`);
}

export interface DigestInput {
  readonly named: NamedAlgorithm;
  readonly ha1: string;
  readonly nonce: string;
  readonly method: string;
  /** The digest-uri as it stands in the header, letter by letter. */
  readonly uri: string;
  /** Absent for a peer that knows only RFC 2069. */
  readonly protection: { readonly qop: "auth"; readonly cnonce: string; readonly count: string } | undefined;
  /** Only for the `-sess` forms without qop, which are useless but exist. */
  readonly cnonce?: string;
}

/** RFC 7616 §3.4.1. */
export function digestResponse(hash: Hash, input: DigestInput): string {
  const { named, nonce, method, uri, protection } = input;
  const digest = (text: string): string => digestOf(hash, named.algorithm, text);
  const cnonce = protection?.cnonce ?? input.cnonce ?? "";
  const key = named.isSession ? digest(`${input.ha1}:${nonce}:${cnonce}`) : input.ha1;
  const request = digest(`${method}:${uri}`);
  if (!protection) return digest(`${key}:${nonce}:${request}`);
  return digest(`${key}:${nonce}:${protection.count}:${cnonce}:${protection.qop}:${request}`);
}

/** Takes as long for the first wrong letter as for the last. */
export function isSameSecret(left: string, right: string): boolean {
  let difference = left.length ^ right.length;
  for (let index = 0; index < left.length; index += 1) {
    difference |= left.charCodeAt(index) ^ (right.charCodeAt(index) || 0);
  }
  return difference === 0;
}

export const formatCount = (count: number): string => count.toString(16).padStart(8, "0");
