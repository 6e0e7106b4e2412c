const WINDOW = 32;

interface NonceUse {
  /** The highest count seen. */
  highest: number;
  /** Bit n: the count `highest - n` has been seen. */
  seen: number;
}

/** Nonces that came one after the other, and the newest of them. */
class Generation {
  readonly uses = new Map<string, NonceUse>();
  newestAt = Number.NEGATIVE_INFINITY;

  add(nonce: string, issuedAt: number, count: number): void {
    this.uses.set(nonce, { highest: count, seen: 1 });
    this.newestAt = Math.max(this.newestAt, issuedAt);
  }
}

/**
 * Which nonce counts were used. Only nonces that passed with a right password enter, so strangers cannot fill it;
 * and what is forgotten to make room is refused from then on, so forgetting never opens the way to a replay.
 *
 * Nonces are forgotten a generation at a time. To take the oldest out of one map each time would take ever longer: a
 * map keeps the places of what was deleted, and whoever asks for its first entry walks over all of them.
 */
export class NonceLedger {
  readonly #capacity: number;
  #young = new Generation();
  #old = new Generation();
  /** Nonces issued up to this moment count only when they are still in the ledger. */
  #forgottenUntil = Number.NEGATIVE_INFINITY;

  /** The newest nonces, at least as many as `capacity`, are remembered, and at most twice as many. */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#young.uses.size + this.#old.uses.size;
  }

  /** Whether this count may be used now; noted as used if so. Requests may overtake one another a little. */
  spend(nonce: string, issuedAt: number, count: number): boolean {
    const use = this.#young.uses.get(nonce) ?? this.#old.uses.get(nonce);
    if (use) return advance(use, count);
    if (issuedAt <= this.#forgottenUntil) return false;
    if (this.#young.uses.size >= this.#capacity) this.#growOlder();
    this.#young.add(nonce, issuedAt, count);
    return true;
  }

  /** Drops nonces that are too old to be accepted anyway. */
  expire(issuedBefore: number): void {
    if (this.#old.newestAt < issuedBefore) this.#growOlder();
  }

  #growOlder(): void {
    this.#forgottenUntil = Math.max(this.#forgottenUntil, this.#old.newestAt);
    this.#old = this.#young;
    this.#young = new Generation();
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
