import type { CancelTimer, Clock } from "@offhook/kernel";

/** The named timers of one machine, so that leaving a state can stop them all. */
export class TimerBank<Timer extends string> {
  readonly #clock: Clock;
  readonly #onFire: (timer: Timer) => void;
  readonly #running = new Map<Timer, CancelTimer>();

  constructor(clock: Clock, onFire: (timer: Timer) => void) {
    this.#clock = clock;
    this.#onFire = onFire;
  }

  start(timer: Timer, ms: number): void {
    this.stop(timer);
    const cancel = this.#clock.schedule(ms, () => {
      this.#running.delete(timer);
      this.#onFire(timer);
    });
    this.#running.set(timer, cancel);
  }

  stop(timer: Timer): void {
    this.#running.get(timer)?.();
    this.#running.delete(timer);
  }

  stopAll(): void {
    for (const cancel of this.#running.values()) cancel();
    this.#running.clear();
  }
}
