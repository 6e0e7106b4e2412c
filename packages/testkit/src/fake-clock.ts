import type { CancelTimer, Clock } from "@offhook/kernel";

interface Timer {
  readonly dueAt: number;
  readonly task: () => void;
}

/** A clock that stands still until the test moves it. */
export class FakeClock implements Clock {
  readonly #timers = new Set<Timer>();
  #now: number;

  constructor(startAt: number | string | Date = "2030-01-07T09:00:00.000Z") {
    this.#now = new Date(startAt).getTime();
    if (Number.isNaN(this.#now)) throw new RangeError(`${String(startAt)} is no point in time`);
  }

  get pendingTimers(): number {
    return this.#timers.size;
  }

  now(): number {
    return this.#now;
  }

  schedule(delayMs: number, task: () => void): CancelTimer {
    const timer: Timer = { dueAt: this.#now + Math.max(0, delayMs), task };
    this.#timers.add(timer);
    return () => {
      this.#timers.delete(timer);
    };
  }

  /** Runs what falls due on the way, in order of time, each task at its own moment; also what those tasks schedule. */
  advance(byMs: number): void {
    if (!(byMs >= 0)) throw new RangeError("A clock only moves forward");
    const target = this.#now + byMs;
    for (let next = this.#nextDue(target); next; next = this.#nextDue(target)) {
      this.#timers.delete(next);
      this.#now = next.dueAt;
      next.task();
    }
    this.#now = target;
  }

  #nextDue(target: number): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of this.#timers) {
      // A set keeps the order of insertion, so of two timers due together the older one runs first.
      if (timer.dueAt <= target && (!next || timer.dueAt < next.dueAt)) next = timer;
    }
    return next;
  }
}
