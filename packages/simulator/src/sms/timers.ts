/** Timers that end with their owner. */
export class Timers {
  readonly #timers = new Set<NodeJS.Timeout>();

  after(delayMs: number, task: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      task();
    }, delayMs);
    this.#timers.add(timer);
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }
}
