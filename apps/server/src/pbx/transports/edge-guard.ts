import type { Clock } from "@offhook/kernel";
import type { Logger } from "../../platform/logging/logger.ts";
import type { SipListener } from "./sip-listener.ts";

/** A failure is written down in full; what fails meanwhile is counted and told with the next one. */
const QUIET_MS = 60_000;

export interface EdgeGuardDeps {
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * The one place between the world and the phone system where failures end. Whatever a socket or a timer starts runs
 * through here: a message that nobody thought of is dropped, and all other calls go on.
 */
export class EdgeGuard {
  readonly #deps: EdgeGuardDeps;
  #quietUntil = -Infinity;
  #untold = 0;

  constructor(deps: EdgeGuardDeps) {
    this.#deps = deps;
  }

  run<Result>(what: string, task: () => Result, otherwise: Result): Result {
    try {
      return task();
    } catch (error) {
      this.#tell(what, error);
      return otherwise;
    }
  }

  listener(inner: SipListener): SipListener {
    return {
      receive: (flow, bytes) => this.run("message", () => inner.receive(flow, bytes), undefined),
      // A stream whose message could not be taken may have lost its place: it is closed.
      receiveItem: (flow, item) => this.run("message", () => inner.receiveItem(flow, item), false),
      flowClosed: (flow) => this.run("end of a connection", () => inner.flowClosed(flow), undefined),
      isKnown: (flow) => this.run("message", () => inner.isKnown(flow), false),
    };
  }

  /** Timers that cannot take the server down with them. */
  clock(): Clock {
    const { clock } = this.#deps;
    return {
      now: () => clock.now(),
      schedule: (delayMs, task) => clock.schedule(delayMs, () => this.run("timer", task, undefined)),
    };
  }

  #tell(what: string, error: unknown): void {
    const { clock, logger } = this.#deps;
    const now = clock.now();
    if (now < this.#quietUntil) {
      this.#untold += 1;
      return;
    }
    logger.error(
      { err: error, what, untold: this.#untold },
      "The phone system dropped what it could not take",
    );
    this.#quietUntil = now + QUIET_MS;
    this.#untold = 0;
  }
}
