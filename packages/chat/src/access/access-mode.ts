/** What a user may do in a topic, as a set of bits. The wire writes it with one letter a bit. */
export type AccessMode = number;

export const JOIN = 1;
export const READ = 2;
export const WRITE = 4;
export const PRESENCE = 8;
export const APPROVE = 16;
export const SHARE = 32;
export const DELETE = 64;
export const OWNER = 128;
export const NONE = 0;

/** The order in which the letters are written; any order is read. */
const LETTERS = "JRWPASDO";
const BITS = new Map([...LETTERS].map((letter, index) => [letter, 1 << index]));

/** Undefined for letters that mean nothing. `N` is none at all. */
export function parseMode(text: string): AccessMode | undefined {
  if (text === "N" || text === "n") return NONE;
  let mode = NONE;
  for (const letter of text.toUpperCase()) {
    const bit = BITS.get(letter);
    if (bit === undefined) return undefined;
    mode |= bit;
  }
  return mode;
}

export function formatMode(mode: AccessMode): string {
  if (mode === NONE) return "N";
  return [...LETTERS].filter((_, index) => mode & (1 << index)).join("");
}

/** A wish as it stands on the wire: a whole mode, or a change such as `+W-P` of the `current` one. */
export function applyModeText(current: AccessMode, text: string): AccessMode | undefined {
  if (!/^[+-]/.test(text)) return parseMode(text);
  let mode = current;
  for (const [, sign, letters] of text.matchAll(/([+-])([^+-]*)/g)) {
    const bits = letters === "" || letters === undefined ? undefined : parseMode(letters);
    if (bits === undefined) return undefined;
    mode = sign === "+" ? mode | bits : mode & ~bits;
  }
  return mode;
}

/** What changed, such as `+W-P`; empty when nothing did. */
export function modeDelta(before: AccessMode, after: AccessMode): string {
  const added = after & ~before;
  const removed = before & ~after;
  return `${added ? `+${formatMode(added)}` : ""}${removed ? `-${formatMode(removed)}` : ""}`;
}

export function has(mode: AccessMode, bits: AccessMode): boolean {
  return (mode & bits) === bits;
}

export function hasAny(mode: AccessMode, bits: AccessMode): boolean {
  return (mode & bits) !== 0;
}

/** The two halves of a subscription: what the user wants, and what others let them have. */
export interface Grant {
  readonly want: AccessMode;
  readonly given: AccessMode;
}

export function effective({ want, given }: Grant): AccessMode {
  return want & given;
}
