import type { CancelTimer, Clock } from "@offhook/kernel";
import type { Flow } from "./flow.ts";

/** What must be known of a request that comes again. */
interface AnsweredRequest {
  /** Where it came from. */
  readonly flow: Flow;
  readonly replyFlow: Flow;
  readonly response: Uint8Array;
  readonly mergeKey: string | undefined;
}

interface Remembered extends AnsweredRequest {
  readonly until: number;
}

/**
 * Requests other than INVITE that were answered over UDP, until they cannot come again (Timer J). A busy registrar
 * remembers tens of thousands of them, so there is no machine and no timer for each: all are kept for the same time,
 * and the first one in is the first one out.
 */
export class AnsweredRequests {
  readonly #clock: Clock;
  readonly #keepMs: number;
  readonly #onForgotten: (key: string, request: AnsweredRequest) => void;
  readonly #requests = new Map<string, Remembered>();
  #cancel: CancelTimer | undefined;

  constructor(clock: Clock, keepMs: number, onForgotten: (key: string, request: AnsweredRequest) => void) {
    this.#clock = clock;
    this.#keepMs = keepMs;
    this.#onForgotten = onForgotten;
  }

  get size(): number {
    return this.#requests.size;
  }

  remember(key: string, { flow, replyFlow, response, mergeKey }: AnsweredRequest): void {
    const until = this.#clock.now() + this.#keepMs;
    this.#requests.set(key, { flow, replyFlow, response, mergeKey, until });
    this.#cancel ??= this.#clock.schedule(this.#keepMs, () => this.#forgetOld());
  }

  /** Answers a repeated request once more. False when there was none like it. */
  repeat(key: string): boolean {
    const known = this.#requests.get(key);
    known?.replyFlow.send(known.response);
    return known !== undefined;
  }

  /** The connection they came by is gone. */
  forgetFlow(flowId: string): void {
    for (const [key, request] of this.#requests) if (request.flow.id === flowId) this.#forget(key, request);
    if (this.#requests.size > 0) return;
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #forgetOld(): void {
    const now = this.#clock.now();
    this.#cancel = undefined;
    for (const [key, request] of this.#requests) {
      const leftMs = request.until - now;
      // More than all of it is left where the clock was set back, which must not keep anything for hours.
      if (leftMs > 0 && leftMs <= this.#keepMs) {
        this.#cancel = this.#clock.schedule(Math.max(leftMs, LEAST_PAUSE_MS), () => this.#forgetOld());
        return;
      }
      this.#forget(key, request);
    }
  }

  #forget(key: string, request: Remembered): void {
    this.#requests.delete(key);
    this.#onForgotten(key, request);
  }
}

/** Many become old within a moment: they wait for one another. */
const LEAST_PAUSE_MS = 100;
