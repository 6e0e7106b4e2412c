import { FRAME_MS } from "../codecs/audio-codec.ts";

export interface TickerClock {
  now(): number;
  schedule(delayMs: number, task: () => void): () => void;
}

/** After a longer stall the lost ticks are skipped: sending them all at once would only fill jitter buffers. */
const MAX_CATCH_UP_TICKS = 5;

const SYSTEM_CLOCK: TickerClock = {
  now: () => performance.now(),
  schedule: (delayMs, task) => {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
};

/** One beat for all audio, every 20 ms on the average whatever the timers do; quicker where no line sets the pace. */
export class Ticker {
  readonly #onTick: (tick: number, nowMs: number) => void;
  readonly #onSkip: (ticks: number) => void;
  readonly #clock: TickerClock;
  #cancel: (() => void) | undefined;
  #tick = 0;
  #nextAtMs = 0;

  constructor(
    onTick: (tick: number, nowMs: number) => void,
    onSkip: (ticks: number) => void = () => {},
    clock: TickerClock = SYSTEM_CLOCK,
  ) {
    this.#onTick = onTick;
    this.#onSkip = onSkip;
    this.#clock = clock;
  }

  start(): void {
    if (this.#cancel) return;
    this.#nextAtMs = this.#clock.now() + FRAME_MS;
    this.#schedule();
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #schedule(): void {
    const delayMs = Math.max(0, this.#nextAtMs - this.#clock.now());
    this.#cancel = this.#clock.schedule(delayMs, () => this.#run());
  }

  #run(): void {
    const nowMs = this.#clock.now();
    const due = Math.floor((nowMs - this.#nextAtMs) / FRAME_MS) + 1;
    const skipped = Math.max(0, due - MAX_CATCH_UP_TICKS);
    this.#nextAtMs += skipped * FRAME_MS;
    if (skipped > 0) this.#onSkip(skipped);
    // A timer may fire a fraction of a millisecond early: then one tick is due all the same.
    const ticks = Math.max(1, due - skipped);
    for (let each = 0; each < ticks; each += 1) {
      this.#nextAtMs += FRAME_MS;
      this.#tick += 1;
      this.#onTick(this.#tick, nowMs);
    }
    if (this.#cancel) this.#schedule();
  }
}
