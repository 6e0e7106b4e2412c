/** So many lines that say the same are written in a row; what comes beyond is only counted. */
const LINES = 10;
const WINDOW_MS = 10_000;
/** Messages are few and fixed; should they not be, the oldest is forgotten. */
const MAX_MESSAGES = 500;

interface Repeats {
  readonly since: number;
  readonly count: number;
}

/**
 * Keeps one trouble from filling the log: a full disk or a lost database makes every request and every loop say the
 * same. Returns how often the message was held back before, or undefined when it is to be held back now.
 */
export class LoggerBrake {
  readonly #now: () => number;
  readonly #byMessage = new Map<string, Repeats>();

  constructor(now: () => number) {
    this.#now = now;
  }

  pass(message: string): number | undefined {
    const now = this.#now();
    const known = this.#byMessage.get(message);
    if (!known || now - known.since >= WINDOW_MS) {
      this.#byMessage.delete(message);
      this.#byMessage.set(message, { since: now, count: 1 });
      if (this.#byMessage.size > MAX_MESSAGES) this.#forgetOldest();
      return Math.max(0, (known?.count ?? 0) - LINES);
    }
    this.#byMessage.set(message, { since: known.since, count: known.count + 1 });
    return known.count < LINES ? 0 : undefined;
  }

  #forgetOldest(): void {
    for (const message of this.#byMessage.keys()) {
      this.#byMessage.delete(message);
      return;
    }
  }
}
