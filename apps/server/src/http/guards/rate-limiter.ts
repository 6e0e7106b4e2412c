import type { Clock } from "@offhook/kernel";

const WINDOW_MS = 60_000;
/** More clients than this in one minute is an attack from many addresses; counting them all would be its success. */
const MAX_CLIENTS = 100_000;

/** Counts what each client does in the running minute. */
export class RateLimiter {
  readonly #clock: Clock;
  #counts = new Map<string, number>();
  #windowEnd = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts one request; returns 0 when it is allowed, else the seconds to wait. */
  hit(client: string, perMinute: number): number {
    const now = this.#clock.now();
    if (now >= this.#windowEnd || this.#counts.size >= MAX_CLIENTS) {
      this.#counts = new Map();
      this.#windowEnd = now + WINDOW_MS;
    }
    const count = (this.#counts.get(client) ?? 0) + 1;
    this.#counts.set(client, count);
    return count <= perMinute ? 0 : Math.ceil((this.#windowEnd - now) / 1000);
  }
}
