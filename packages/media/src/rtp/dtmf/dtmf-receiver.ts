import { timestampDistance } from "../sequence.ts";
import { type DtmfDigit, parseTelephoneEvent } from "./telephone-event.ts";

export type DtmfSignal =
  | { readonly type: "pressed"; readonly digit: DtmfDigit }
  | { readonly type: "released"; readonly digit: DtmfDigit; readonly durationMs: number };

interface HeldKey {
  readonly digit: DtmfDigit;
  readonly timestamp: number;
  durationMs: number;
  lastAtMs: number;
}

/** RFC 4733 §2.5.1.4 lets a receiver end an event that is no longer updated: all three end packets may be lost. */
const LOST_END_MS = 150;

/** Makes one press and one release of the many packets that one key sends, whichever of them arrive. */
export class DtmfReceiver {
  readonly #clockRate: number;
  #held: HeldKey | undefined;
  #lastTimestamp: number | undefined;

  constructor(clockRate: number) {
    this.#clockRate = clockRate;
  }

  /** Whether a key is down, and its end awaited. */
  get isHolding(): boolean {
    return this.#held !== undefined;
  }

  receive(payload: Uint8Array, timestamp: number, nowMs: number): readonly DtmfSignal[] {
    const event = parseTelephoneEvent(payload);
    if (!event) return [];
    const signals: DtmfSignal[] = [];
    if (this.#held?.timestamp !== timestamp) {
      // The end is sent three times, and packets may come late: an event already known is not a new key.
      if (this.#lastTimestamp !== undefined && timestampDistance(this.#lastTimestamp, timestamp) <= 0)
        return [];
      signals.push(...this.#release());
      this.#held = { digit: event.digit, timestamp, durationMs: 0, lastAtMs: nowMs };
      this.#lastTimestamp = timestamp;
      signals.push({ type: "pressed", digit: event.digit });
    }
    const held = this.#held;
    if (held) {
      held.durationMs = Math.max(held.durationMs, (event.duration * 1_000) / this.#clockRate);
      held.lastAtMs = nowMs;
    }
    if (event.isEnd) signals.push(...this.#release());
    return signals;
  }

  /** Called now and then: ends a key whose end was lost. */
  expire(nowMs: number): readonly DtmfSignal[] {
    return this.#held && nowMs - this.#held.lastAtMs > LOST_END_MS ? this.#release() : [];
  }

  #release(): readonly DtmfSignal[] {
    const held = this.#held;
    this.#held = undefined;
    return held ? [{ type: "released", digit: held.digit, durationMs: held.durationMs }] : [];
  }
}
