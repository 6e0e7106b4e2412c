/** So long one turn may take before requests get theirs. */
const TURN_MS = 6;

/**
 * Brings those who missed much up to date a piece at a time, in turns: a thousand who come back at once would otherwise
 * hold up everybody else for as long as all of it takes.
 */
export class DeliveryTurns {
  readonly #waiting: (() => void)[] = [];
  #isRunning = false;

  /** Runs `work` when it is its turn. It asks again for what it has left. */
  ask(work: () => void): void {
    this.#waiting.push(work);
    if (this.#isRunning) return;
    this.#isRunning = true;
    setImmediate(() => this.#run());
  }

  #run(): void {
    const endsAt = performance.now() + TURN_MS;
    // What is asked for meanwhile waits for the next turn, so that one who has much left does not come twice.
    for (let left = this.#waiting.length; left > 0 && performance.now() < endsAt; left -= 1)
      this.#waiting.shift()?.();
    this.#isRunning = this.#waiting.length > 0;
    if (this.#isRunning) setImmediate(() => this.#run());
  }
}
