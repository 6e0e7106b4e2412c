import type { CancelTimer, Clock } from "@offhook/kernel";

/** A timer that can stand still and go on with what was left. */
export class Countdown {
  readonly #clock: Clock;
  readonly #onEnd: () => void;
  #remainingMs: number;
  #running: { readonly since: number; readonly cancel: CancelTimer } | undefined;

  constructor(clock: Clock, durationMs: number, onEnd: () => void) {
    this.#clock = clock;
    this.#remainingMs = durationMs;
    this.#onEnd = onEnd;
  }

  run(): void {
    if (this.#running) return;
    const cancel = this.#clock.schedule(this.#remainingMs, this.#onEnd);
    this.#running = { since: this.#clock.now(), cancel };
  }

  pause(): void {
    if (!this.#running) return;
    this.#running.cancel();
    this.#remainingMs = Math.max(0, this.#remainingMs - (this.#clock.now() - this.#running.since));
    this.#running = undefined;
  }
}
