import type { CancelTimer, Clock } from "@offhook/kernel";
import type { Identifiers } from "../grammar/identifiers.ts";
import { PING } from "../messages/parsing/stream-framer.ts";
import type { Flow } from "../transactions/flow.ts";

export interface KeepAliveParts {
  readonly flow: Flow;
  readonly clock: Clock;
  readonly identifiers: Identifiers;
  /** The upper bound between two pings; RFC 5626 §4.4.1 takes 120 s, or what Flow-Timer says. */
  readonly intervalSeconds?: number;
  readonly onDead: () => void;
}

/** RFC 5626 §4.4.1: no pong for so long means that the flow is gone, whatever the connection says. */
const PONG_WITHIN_MS = 10_000;

/** Keeps a connection that we opened from being forgotten by the boxes between, and notices when it was. */
export class KeepAlive {
  readonly #parts: KeepAliveParts;
  #cancel: CancelTimer | undefined;
  #isClosed = false;

  constructor(parts: KeepAliveParts) {
    this.#parts = parts;
    this.#schedulePing();
  }

  receivePong(): void {
    if (!this.#isClosed) this.#schedulePing();
  }

  close(): void {
    this.#isClosed = true;
    this.#cancel?.();
  }

  #schedulePing(): void {
    this.#cancel?.();
    const upperMs = (this.#parts.intervalSeconds ?? 120) * 1000;
    // A random part keeps a thousand phones that were cut off together from coming back together.
    const afterMs = this.#parts.identifiers.between(Math.round(upperMs * 0.8), upperMs);
    this.#cancel = this.#parts.clock.schedule(afterMs, () => this.#ping());
  }

  #ping(): void {
    const isSent = this.#parts.flow.send(PING);
    this.#cancel = this.#parts.clock.schedule(isSent ? PONG_WITHIN_MS : 0, () => {
      this.close();
      this.#parts.onDead();
    });
  }
}
