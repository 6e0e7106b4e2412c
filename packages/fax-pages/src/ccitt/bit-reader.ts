/** Bits from the highest of the first byte on; behind the last there are zeros. */
export class BitReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length * 8;
  }

  /** The next bits, up to 16, without taking them. */
  peek(count: number): number {
    const byte = this.#at >> 3;
    const three =
      ((this.#bytes[byte] ?? 0) << 16) | ((this.#bytes[byte + 1] ?? 0) << 8) | (this.#bytes[byte + 2] ?? 0);
    return (three >> (24 - (this.#at & 7) - count)) & ((1 << count) - 1);
  }

  skip(count: number): void {
    this.#at += count;
  }

  take(count: number): number {
    const bits = this.peek(count);
    this.#at += count;
    return bits;
  }

  toByte(): void {
    this.#at = (this.#at + 7) & ~7;
  }
}

const REVERSED = Uint8Array.from({ length: 256 }, (_, byte) => {
  let reversed = 0;
  for (let bit = 0; bit < 8; bit++) reversed |= ((byte >> bit) & 1) << (7 - bit);
  return reversed;
});

/** Fax hardware likes the lowest bit first. */
export const withBitsReversed = (bytes: Uint8Array): Uint8Array => bytes.map((byte) => REVERSED[byte] ?? 0);
