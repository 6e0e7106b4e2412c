/** Unpredictable bytes as a port; tags and branches that can be guessed let a stranger end calls. */
export interface Random {
  bytes(count: number): Uint8Array;
}

const ALPHABET = "0123456789abcdefghijklmnopqrstuv";
/** Asking for random bytes has its price, however few they are. */
const POOL_BYTES = 2_048;
const FNV_PRIME = 0x01000193;
const MIX_PRIME = 0x85ebca6b;

/** Tags, branches, Call-IDs and random waiting times from one source. */
export class Identifiers {
  readonly #random: Random;
  #pool = new Uint8Array(0);
  #used = 0;
  #seed: number | undefined;

  constructor(random: Random) {
    this.#random = random;
  }

  /** RFC 3261 §19.3 asks for 32 random bits; these are 60. */
  tag(): string {
    return this.#text(12);
  }

  /** RFC 3261 §8.2.7: the same for a request that is repeated, without remembering it. */
  tagFor(text: string): string {
    this.#seed ??= this.between(0, 2 ** 24 - 1);
    let [one, other] = [this.#seed, ~this.#seed];
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      one = Math.imul(one ^ code, FNV_PRIME);
      other = Math.imul(other ^ code, MIX_PRIME);
    }
    return (one >>> 0).toString(36) + (other >>> 0).toString(36);
  }

  branch(): string {
    return `z9hG4bK${this.#text(16)}`;
  }

  callId(): string {
    return this.#text(24);
  }

  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number {
    const fraction = (this.#byte() * 2 ** 16 + this.#byte() * 2 ** 8 + this.#byte()) / 2 ** 24;
    return min + Math.floor(fraction * (max - min + 1));
  }

  #text(length: number): string {
    let text = "";
    for (let index = 0; index < length; index += 1) text += ALPHABET[this.#byte() & 31];
    return text;
  }

  #byte(): number {
    if (this.#used === this.#pool.length) {
      this.#pool = new Uint8Array(this.#random.bytes(POOL_BYTES));
      this.#used = 0;
    }
    const byte = this.#pool[this.#used] ?? 0;
    this.#used += 1;
    return byte;
  }
}
