import type { CancelTimer, Clock } from "@offhook/kernel";
import type { BaseLogger } from "pino";

export interface BackgroundLoopOptions {
  readonly name: string;
  readonly clock: Clock;
  readonly log: Pick<BaseLogger, "error">;
  /** Does what is due and returns in how many milliseconds it wants to run again. */
  readonly work: () => Promise<number>;
}

type LoopState =
  | { readonly name: "stopped" }
  | { readonly name: "waiting"; readonly cancel: CancelTimer }
  | { readonly name: "running"; readonly done: Promise<void>; wakeAgain: boolean };

const RETRY_AFTER_FAILURE_MS = 5_000;

/** Runs work that is due now or later, one run at a time. A failed run is logged and tried again. */
export class BackgroundLoop {
  readonly #options: BackgroundLoopOptions;
  #state: LoopState = { name: "stopped" };

  constructor(options: BackgroundLoopOptions) {
    this.#options = options;
  }

  start(): void {
    if (this.#state.name === "stopped") this.#run();
  }

  /** There may be something new to do. */
  wake(): void {
    if (this.#state.name === "running") this.#state.wakeAgain = true;
    if (this.#state.name !== "waiting") return;
    this.#state.cancel();
    this.#run();
  }

  async close(): Promise<void> {
    const state = this.#state;
    this.#state = { name: "stopped" };
    if (state.name === "waiting") state.cancel();
    if (state.name === "running") await state.done;
  }

  #run(): void {
    const finish = (delayMs: number): void => {
      if (this.#state !== running) return;
      // What is due already waits for no timer, which a busy process, or the clock of a test, may keep back.
      if (running.wakeAgain || delayMs <= 0) this.#run();
      else this.#wait(delayMs);
    };
    const running: LoopState & { name: "running" } = {
      name: "running",
      wakeAgain: false,
      done: this.#workOnce().then((delayMs) => finish(delayMs)),
    };
    this.#state = running;
  }

  #wait(delayMs: number): void {
    this.#state = { name: "waiting", cancel: this.#options.clock.schedule(delayMs, () => this.#run()) };
  }

  async #workOnce(): Promise<number> {
    try {
      return await this.#options.work();
    } catch (error) {
      this.#options.log.error({ err: error, loop: this.#options.name }, "Background work failed");
      return RETRY_AFTER_FAILURE_MS;
    }
  }
}
