import type { Clock } from "@offhook/kernel";

/** What was asked a moment ago need not be asked again: all who ask together share one answer. */
export class ShortMemory<Value> {
  readonly #clock: Clock;
  readonly #forMs: number;
  readonly #known = new Map<number, { readonly until: number; readonly value: Promise<Value> }>();

  constructor(clock: Clock, forMs: number) {
    this.#clock = clock;
    this.#forMs = forMs;
  }

  get(key: number, ask: () => Promise<Value>): Promise<Value> {
    const now = this.#clock.now();
    const known = this.#known.get(key);
    if (known && now < known.until && known.until <= now + this.#forMs) return known.value;
    const value = ask();
    this.#known.set(key, { until: now + this.#forMs, value });
    // A failure is told to those who asked, and kept from the next ones.
    value.catch(() => this.#known.delete(key));
    return value;
  }
}
