import type { Clock } from "@offhook/kernel";

/** The one who waits gives up: the carrier is being closed. */
class PaceClosed extends Error {
  constructor() {
    super("The carrier is closed");
    this.name = "PaceClosed";
  }
}

interface Waiter {
  readonly go: () => void;
  readonly giveUp: (error: Error) => void;
}

/** How many messages may be under way at once, and how many may leave in a second. First come, first served. */
export class SubmitPace {
  readonly #clock: Clock;
  readonly #window: number;
  readonly #gapMs: number;
  readonly #waiting: Waiter[] = [];
  #underWay = 0;
  #nextAt = 0;
  #cancelTimer: (() => void) | undefined;

  constructor(options: { readonly clock: Clock; readonly window: number; readonly perSecond: number }) {
    this.#clock = options.clock;
    this.#window = options.window;
    this.#gapMs = 1_000 / options.perSecond;
  }

  /** Resolves when it may leave; whoever got leave says `done` afterwards. */
  enter(): Promise<void> {
    return new Promise((go, giveUp) => {
      this.#waiting.push({ go, giveUp });
      this.#pump();
    });
  }

  done(): void {
    this.#underWay -= 1;
    this.#pump();
  }

  /** The carrier has had enough: nothing leaves for a while. */
  pause(forMs: number): void {
    this.#nextAt = Math.max(this.#nextAt, this.#clock.now() + forMs);
  }

  close(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    for (const { giveUp } of this.#waiting.splice(0)) giveUp(new PaceClosed());
  }

  #pump(): void {
    while (this.#waiting.length > 0 && this.#underWay < this.#window) {
      const now = this.#clock.now();
      // A few may go at once after a rest, so that timers' coarseness does not halve the rate.
      const delayMs = this.#nextAt - this.#burstMs - now;
      if (delayMs > 0) {
        this.#wait(delayMs);
        return;
      }
      this.#nextAt = Math.max(this.#nextAt, now) + this.#gapMs;
      this.#underWay += 1;
      this.#waiting.shift()?.go();
    }
  }

  get #burstMs(): number {
    return Math.min(this.#gapMs * this.#window, 100);
  }

  #wait(delayMs: number): void {
    if (this.#cancelTimer) return;
    this.#cancelTimer = this.#clock.schedule(delayMs, () => {
      this.#cancelTimer = undefined;
      this.#pump();
    });
  }
}
