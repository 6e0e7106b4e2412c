import type { CancelTimer, Clock } from "@offhook/kernel";

/** The named timers of one machine, so that leaving a state can stop them all. */
export class TimerBank<Timer extends string> {
  readonly #clock: Clock;
  readonly #onFire: (timer: Timer) => void;
  /** Two or three at the most: there are many banks, and a map of its own for each would be most of its memory. */
  #running: { readonly timer: Timer; readonly cancel: CancelTimer }[] = [];

  constructor(clock: Clock, onFire: (timer: Timer) => void) {
    this.#clock = clock;
    this.#onFire = onFire;
  }

  start(timer: Timer, ms: number): void {
    this.stop(timer);
    const cancel = this.#clock.schedule(ms, () => {
      this.#forget(timer);
      this.#onFire(timer);
    });
    this.#running.push({ timer, cancel });
  }

  stop(timer: Timer): void {
    this.#running.find((each) => each.timer === timer)?.cancel();
    this.#forget(timer);
  }

  stopAll(): void {
    const stopped = this.#running;
    this.#running = [];
    for (const { cancel } of stopped) cancel();
  }

  #forget(timer: Timer): void {
    const at = this.#running.findIndex((each) => each.timer === timer);
    if (at >= 0) this.#running.splice(at, 1);
  }
}
