import type { Random } from "../grammar/identifiers.ts";

/** Repeatable "random" bytes (xorshift32): the same seed plays the same test again. */
export class SeededRandom implements Random {
  #state: number;

  constructor(seed: number) {
    this.#state = (seed * 2_654_435_761 + 1) >>> 0 || 1;
  }

  /** From 0 up to, not including, `count`. */
  below(count: number): number {
    return Math.floor((this.next() / 2 ** 32) * count);
  }

  chance(probability: number): boolean {
    return this.next() / 2 ** 32 < probability;
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new RangeError("Nothing to pick from");
    return item;
  }

  bytes(count: number): Uint8Array {
    return Uint8Array.from({ length: count }, () => this.next() >>> 24);
  }

  next(): number {
    let value = this.#state;
    value ^= value << 13;
    value ^= value >>> 17;
    value ^= value << 5;
    this.#state = value >>> 0;
    return this.#state;
  }
}
