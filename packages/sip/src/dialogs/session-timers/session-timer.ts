import type { CancelTimer, Clock } from "@offhook/kernel";
import { expireAfterMs, refreshAfterMs, type SessionInterval } from "./session-interval.ts";

export interface SessionTimerEvents {
  /** Time to send a refresh. */
  readonly onRefresh: () => void;
  /** Nobody refreshed: the far end is gone. */
  readonly onExpired: () => void;
}

/** Watches over the agreed interval (RFC 4028 §10). Every refresh, ours or theirs, starts it anew. */
export class SessionTimer {
  readonly #clock: Clock;
  readonly #events: SessionTimerEvents;
  #interval: SessionInterval | undefined;
  #running: CancelTimer[] = [];

  constructor(clock: Clock, events: SessionTimerEvents) {
    this.#clock = clock;
    this.#events = events;
  }

  get interval(): SessionInterval | undefined {
    return this.#interval;
  }

  start(interval: SessionInterval): void {
    this.stop();
    this.#interval = interval;
    // Our own refresh may be refused for a passing reason, so it has until the very end to succeed.
    const expiry = interval.isOurs ? interval.seconds * 1000 : expireAfterMs(interval);
    this.#running.push(this.#clock.schedule(expiry, this.#events.onExpired));
    if (interval.isOurs)
      this.#running.push(this.#clock.schedule(refreshAfterMs(interval), this.#events.onRefresh));
  }

  stop(): void {
    for (const cancel of this.#running) cancel();
    this.#running = [];
  }
}
