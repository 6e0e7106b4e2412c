import type { CancelTimer, Clock } from "@offhook/kernel";
import { giveUpMs, type TimerSettings } from "../../transactions/machines/timer-settings.ts";

export interface RepeaterParts {
  readonly clock: Clock;
  readonly timers: TimerSettings;
  readonly send: () => void;
  /** Nobody confirmed within 64 T1. */
  readonly onGiveUp: () => void;
  /** RFC 3261 §13.3.1.4 stops doubling at T2, RFC 3262 §3 does not. */
  readonly maxPauseMs: number;
}

/**
 * Sends a response again and again until it is confirmed, on reliable transports too: the next hop is not the only
 * one. Used for a 2xx until its ACK and for a reliable provisional response until its PRACK.
 */
export class AnswerRepeater {
  readonly #parts: RepeaterParts;
  #pauseMs: number;
  #cancelRepeat: CancelTimer | undefined;
  #cancelGiveUp: CancelTimer | undefined;

  constructor(parts: RepeaterParts) {
    this.#parts = parts;
    this.#pauseMs = parts.timers.t1;
  }

  /** The first time the response has been sent by the caller already. */
  start(): void {
    const { clock, timers } = this.#parts;
    this.#cancelGiveUp = clock.schedule(giveUpMs(timers), () => {
      this.stop();
      this.#parts.onGiveUp();
    });
    this.#scheduleNext();
  }

  stop(): void {
    this.#cancelRepeat?.();
    this.#cancelGiveUp?.();
  }

  #scheduleNext(): void {
    this.#cancelRepeat = this.#parts.clock.schedule(this.#pauseMs, () => {
      this.#pauseMs = Math.min(this.#pauseMs * 2, this.#parts.maxPauseMs);
      this.#scheduleNext();
      this.#parts.send();
    });
  }
}
