/** How long the event loop of this thread was held up at a time since the last look. */
export class LoopWatch {
  static readonly #EVERY_MS = 5;
  readonly #timer: NodeJS.Timeout;
  #last = performance.now();
  #longestMs = 0;

  constructor() {
    this.#timer = setInterval(() => this.#tick(), LoopWatch.#EVERY_MS);
  }

  /** The longest hold-up since the last call. */
  take(): number {
    this.#tick();
    const longest = this.#longestMs;
    this.#longestMs = 0;
    return longest;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #tick(): void {
    const now = performance.now();
    this.#longestMs = Math.max(this.#longestMs, now - this.#last - LoopWatch.#EVERY_MS);
    this.#last = now;
  }
}
