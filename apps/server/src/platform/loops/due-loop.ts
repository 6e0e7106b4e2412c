import type { Clock } from "@offhook/kernel";
import type { BaseLogger } from "pino";
import { BackgroundLoop } from "./background-loop.ts";

export interface DueLoopOptions {
  readonly name: string;
  readonly clock: Clock;
  readonly log: Pick<BaseLogger, "error">;
  /** Does what is due. Whoever else has been quicker has to be noticed in there. */
  readonly work: (now: Date) => Promise<void>;
  /** When something is due next, as the table has it. */
  readonly nextAt: () => Promise<Date | undefined>;
}

/** What another server has stored is found after this time at the latest. */
const SWEEP_MS = 60_000;

/**
 * Does things at their time. The table they wait in is the schedule, so nothing is forgotten by a restart, and what
 * came due while no server ran is caught up with.
 */
export class DueLoop {
  readonly #loop: BackgroundLoop;

  constructor({ name, clock, log, work, nextAt }: DueLoopOptions) {
    this.#loop = new BackgroundLoop({
      name,
      clock,
      log,
      work: async () => {
        await work(new Date(clock.now()));
        const next = await nextAt();
        return next ? Math.min(SWEEP_MS, Math.max(0, next.getTime() - clock.now())) : SWEEP_MS;
      },
    });
  }

  start(): void {
    this.#loop.start();
  }

  /** Something new waits, perhaps for a sooner time. */
  wake(): void {
    this.#loop.wake();
  }

  close(): Promise<void> {
    return this.#loop.close();
  }
}
