const WINDOW = 32;

interface NonceUse {
  readonly issuedAt: number;
  /** The highest count seen. */
  highest: number;
  /** Bit n: the count `highest - n` has been seen. */
  seen: number;
}

/**
 * Which nonce counts were used. Only nonces that passed with a right password enter, so strangers cannot fill it;
 * and what is forgotten to make room is refused from then on, so forgetting never opens the way to a replay.
 */
export class NonceLedger {
  readonly #capacity: number;
  readonly #uses = new Map<string, NonceUse>();
  /** Nonces issued up to this moment count only when they are still in the ledger. */
  #forgottenUntil = Number.NEGATIVE_INFINITY;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#uses.size;
  }

  /** Whether this count may be used now; noted as used if so. Requests may overtake one another a little. */
  spend(nonce: string, issuedAt: number, count: number): boolean {
    const use = this.#uses.get(nonce);
    if (use) return advance(use, count);
    if (issuedAt <= this.#forgottenUntil) return false;
    this.#uses.set(nonce, { issuedAt, highest: count, seen: 1 });
    if (this.#uses.size > this.#capacity) this.#forgetOldest();
    return true;
  }

  /** Drops nonces that are too old to be accepted anyway. */
  expire(issuedBefore: number): void {
    for (const [nonce, use] of this.#uses) {
      if (use.issuedAt >= issuedBefore) return;
      this.#uses.delete(nonce);
    }
  }

  #forgetOldest(): void {
    const [oldest] = this.#uses;
    if (!oldest) return;
    const [nonce, use] = oldest;
    this.#uses.delete(nonce);
    this.#forgottenUntil = Math.max(this.#forgottenUntil, use.issuedAt);
  }
}

function advance(use: NonceUse, count: number): boolean {
  const step = count - use.highest;
  if (step > 0) {
    use.seen = step >= WINDOW ? 1 : ((use.seen << step) | 1) >>> 0;
    use.highest = count;
    return true;
  }
  if (-step >= WINDOW) return false;
  const bit = (1 << -step) >>> 0;
  if ((use.seen & bit) !== 0) return false;
  use.seen = (use.seen | bit) >>> 0;
  return true;
}
