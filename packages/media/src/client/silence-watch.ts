/** How often the process is asked whether it is there. */
export const ASK_EVERY_MS = 2_000;
/** A process that answers nothing for so long hangs; its calls are dead air. */
const HUNG_MS = 10_000;
/** A timer that fires so much later than it should have: this process stood still, and heard nobody meanwhile. */
const LATE_MS = 500;

/**
 * For how long a process has said nothing, counting only time in which we listened. Whoever stands still for seconds
 * has what the other said waiting in the pipe, and may not take the own pause for the other's silence.
 */
export class SilenceWatch {
  readonly #now: () => number;
  #silentMs = 0;
  #checkedAtMs: number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#checkedAtMs = now();
  }

  heard(): void {
    this.#silentMs = 0;
  }

  /** To be called every `ASK_EVERY_MS`. */
  isHung(): boolean {
    const now = this.#now();
    const passedMs = now - this.#checkedAtMs;
    this.#checkedAtMs = now;
    const stoodStill = passedMs > ASK_EVERY_MS + LATE_MS;
    if (!stoodStill) this.#silentMs += passedMs;
    return this.#silentMs > HUNG_MS;
  }
}
