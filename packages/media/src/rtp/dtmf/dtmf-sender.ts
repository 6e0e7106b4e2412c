import { type DtmfDigit, serializeTelephoneEvent } from "./telephone-event.ts";

export interface DtmfFrame {
  readonly payload: Uint8Array;
  readonly isFirst: boolean;
}

interface QueuedKey {
  readonly digit: DtmfDigit;
  /** Undefined while the key is still held down by whoever we pass it on for. */
  ticks: number | undefined;
}

type SenderState =
  | { readonly name: "idle" }
  | { readonly name: "sounding"; readonly key: QueuedKey; ticks: number }
  | { readonly name: "pausing"; ticks: number };

const TICK_MS = 20;
const LEAST_TICKS = 3;
const PAUSE_TICKS = 3;
const MAX_HELD_TICKS = 400;
const VOLUME = 10;
const END_REPEATS = 3;

/** Turns keys into the packets of RFC 4733 §2.5.1, one update a tick, the end three times at once. */
export class DtmfSender {
  #clockRate: number;
  #queue: QueuedKey[] = [];
  #state: SenderState = { name: "idle" };

  constructor(clockRate: number) {
    this.#clockRate = clockRate;
  }

  setClockRate(clockRate: number): void {
    this.#clockRate = clockRate;
  }

  /** Other audio must pause then: RFC 4733 §2.5.1.2 has one source speak at a time. */
  get isBusy(): boolean {
    return this.#state.name !== "idle" || this.#queue.length > 0;
  }

  get isSounding(): boolean {
    return this.#state.name === "sounding";
  }

  send(digit: DtmfDigit, durationMs: number): void {
    this.#queue.push({ digit, ticks: Math.max(LEAST_TICKS, Math.round(durationMs / TICK_MS)) });
  }

  /** A key that somebody holds down; `release` ends it. */
  press(digit: DtmfDigit): void {
    this.#queue.push({ digit, ticks: undefined });
  }

  release(durationMs: number): void {
    const ticks = Math.max(LEAST_TICKS, Math.round(durationMs / TICK_MS));
    const held = [...this.#queue, ...(this.#state.name === "sounding" ? [this.#state.key] : [])];
    for (const key of held) key.ticks ??= ticks;
  }

  /** The packets of this tick. */
  tick(): readonly DtmfFrame[] {
    if (this.#state.name === "pausing") {
      this.#state.ticks -= 1;
      if (this.#state.ticks === 0) this.#state = { name: "idle" };
      return [];
    }
    if (this.#state.name === "idle") {
      const key = this.#queue.shift();
      if (!key) return [];
      this.#state = { name: "sounding", key, ticks: 0 };
    }
    return this.#sound(this.#state);
  }

  #sound(state: Extract<SenderState, { name: "sounding" }>): readonly DtmfFrame[] {
    state.ticks += 1;
    const isEnd = state.ticks >= (state.key.ticks ?? MAX_HELD_TICKS);
    const payload = serializeTelephoneEvent({
      digit: state.key.digit,
      isEnd,
      volume: VOLUME,
      duration: (state.ticks * TICK_MS * this.#clockRate) / 1_000,
    });
    const isFirst = state.ticks === 1;
    if (!isEnd) return [{ payload, isFirst }];
    this.#state = { name: "pausing", ticks: PAUSE_TICKS };
    return Array.from({ length: END_REPEATS }, () => ({ payload, isFirst: false }));
  }
}
