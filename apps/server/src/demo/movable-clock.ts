import type { CancelTimer, Clock } from "@offhook/kernel";

interface Timer {
  readonly dueAt: number;
  readonly task: () => void;
  cancel: CancelTimer;
}

/** A clock that runs, and can be moved forward: what would take an hour to see can be shown, and tested, at once. */
export class MovableClock implements Clock {
  readonly #base: Clock;
  readonly #timers = new Set<Timer>();
  #aheadMs = 0;

  constructor(base: Clock) {
    this.#base = base;
  }

  now(): number {
    return this.#base.now() + this.#aheadMs;
  }

  schedule(delayMs: number, task: () => void): CancelTimer {
    const timer: Timer = { dueAt: this.now() + delayMs, task, cancel: () => {} };
    this.#timers.add(timer);
    this.#arm(timer);
    return () => {
      timer.cancel();
      this.#timers.delete(timer);
    };
  }

  /** What falls due by it runs soon after, in order of time. */
  advance(byMs: number): void {
    if (!(byMs >= 0)) throw new RangeError("A clock only moves forward");
    this.#aheadMs += byMs;
    for (const timer of [...this.#timers].sort((a, b) => a.dueAt - b.dueAt)) {
      timer.cancel();
      this.#arm(timer);
    }
  }

  #arm(timer: Timer): void {
    timer.cancel = this.#base.schedule(Math.max(0, timer.dueAt - this.now()), () => {
      this.#timers.delete(timer);
      timer.task();
    });
  }
}
