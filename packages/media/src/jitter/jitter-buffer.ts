import { SequenceExtender } from "../rtp/sequence.ts";

export interface JitterOptions {
  /** Audio gathered before the first frame is played. */
  readonly targetMs: number;
  /** After packets came too late, this much. */
  readonly stretchedTargetMs: number;
  /** More than this is thrown away: a burst after a stall must not delay the rest of the call. */
  readonly maxMs: number;
}

export interface JitterInput {
  readonly ssrc: number;
  readonly sequenceNumber: number;
  readonly durationMs: number;
  readonly payload: Uint8Array;
  /** There is nothing to hear in it, says its sender. */
  readonly isSilent?: boolean;
}

interface Held {
  readonly sequence: number;
  readonly durationMs: number;
  readonly payload: Uint8Array;
  readonly isSilent: boolean;
}

export type JitterOutput =
  /** `skip`: the stream runs ahead of us, fold this payload into the next one. */
  | ({ readonly kind: "play" | "skip" } & Pick<Held, "payload" | "durationMs" | "isSilent">)
  | { readonly kind: "lost" }
  | { readonly kind: "idle" };

export interface JitterCounts {
  readonly played: number;
  readonly concealed: number;
  readonly late: number;
  readonly duplicate: number;
  readonly dropped: number;
}

type BufferState =
  | { readonly name: "filling" }
  /** `next` is the packet whose turn it is; `missed` counts frames concealed since one was there. */
  | { readonly name: "playing"; next: number; missed: number };

const DEFAULTS: JitterOptions = { targetMs: 40, stretchedTargetMs: 60, maxMs: 200 };
/** After so many concealed frames the sender has paused, and the buffer fills anew. */
const MAX_MISSED = 6;
const RESTART_JUMP = 250;
const WINDOW_FRAMES = 50;
const CALM_WINDOWS = 10;
const IDLE: JitterOutput = { kind: "idle" };
const LOST: JitterOutput = { kind: "lost" };

/**
 * Puts packets in order and evens out their arrival. It is asked for the next payload whenever its reader has less
 * than a frame left. Clocks drift: a reader that is too fast meets an empty buffer and conceals a frame without
 * passing over a packet; one that is too slow sees the buffer grow and is told to fold two frames into one.
 */
export class JitterBuffer {
  readonly #options: JitterOptions;
  #held: Held[] = [];
  #heldMs = 0;
  #state: BufferState = { name: "filling" };
  #ssrc: number | undefined;
  #order = new SequenceExtender();
  #isStretched = false;
  /** The buffer is to grow by a frame: the next turn is concealed and nobody's is passed over. */
  #mustGrow = false;
  #window = { frames: 0, leastMs: Number.POSITIVE_INFINITY, late: 0, calm: 0 };
  #counts = { played: 0, concealed: 0, late: 0, duplicate: 0, dropped: 0 };

  constructor(options: Partial<JitterOptions> = {}) {
    this.#options = { ...DEFAULTS, ...options };
  }

  get heldMs(): number {
    return this.#heldMs;
  }

  get targetMs(): number {
    return this.#isStretched ? this.#options.stretchedTargetMs : this.#options.targetMs;
  }

  get counts(): JitterCounts {
    return { ...this.#counts };
  }

  put(input: JitterInput): void {
    if (input.ssrc !== this.#ssrc) this.#restart(input.ssrc);
    let sequence = this.#order.extend(input.sequenceNumber);
    if (this.#state.name === "playing" && Math.abs(sequence - this.#state.next) > RESTART_JUMP) {
      this.#restart(input.ssrc);
      sequence = this.#order.extend(input.sequenceNumber);
    }
    if (this.#state.name === "playing" && sequence < this.#state.next) {
      this.#counts.late += 1;
      this.#window.late += 1;
      return;
    }
    const { durationMs, payload, isSilent = false } = input;
    this.#insert({ sequence, durationMs, payload, isSilent });
    this.#trim();
  }

  next(): JitterOutput {
    if (this.#state.name === "filling") {
      const first = this.#held[0];
      if (!first || this.#heldMs < this.targetMs) return IDLE;
      this.#state = { name: "playing", next: first.sequence, missed: 0 };
    }
    const output = this.#takeTurn(this.#state);
    this.#watchDepth();
    return output;
  }

  #takeTurn(state: Extract<BufferState, { name: "playing" }>): JitterOutput {
    const first = this.#held[0];
    if (this.#mustGrow) {
      this.#mustGrow = false;
      this.#counts.concealed += 1;
      return LOST;
    }
    if (first?.sequence === state.next) {
      this.#remove();
      state.next += 1;
      state.missed = 0;
      this.#counts.played += 1;
      const mayFold = this.#held[0]?.sequence === state.next;
      const { payload, durationMs, isSilent } = first;
      return { kind: mayFold && this.#isTooDeep() ? "skip" : "play", payload, durationMs, isSilent };
    }
    // Only a packet that others have overtaken is given up; in an empty buffer it may still come.
    if (first) state.next += 1;
    state.missed += 1;
    if (state.missed > MAX_MISSED) {
      this.#state = { name: "filling" };
      return IDLE;
    }
    this.#counts.concealed += 1;
    return LOST;
  }

  #insert(packet: Held): void {
    let at = this.#held.length;
    while (at > 0 && (this.#held[at - 1]?.sequence ?? 0) > packet.sequence) at -= 1;
    if (this.#held[at - 1]?.sequence === packet.sequence) {
      this.#counts.duplicate += 1;
      return;
    }
    this.#held.splice(at, 0, packet);
    this.#heldMs += packet.durationMs;
  }

  #remove(): void {
    const first = this.#held.shift();
    if (first) this.#heldMs -= first.durationMs;
  }

  #trim(): void {
    if (this.#heldMs <= this.#options.maxMs) return;
    while (this.#heldMs > this.targetMs && this.#held.length > 1) {
      this.#remove();
      this.#counts.dropped += 1;
    }
    const first = this.#held[0];
    if (this.#state.name === "playing" && first) this.#state.next = first.sequence;
  }

  #isTooDeep(): boolean {
    const { frames, leastMs } = this.#window;
    if (frames < WINDOW_FRAMES) return false;
    this.#closeWindow();
    return leastMs > this.targetMs;
  }

  #watchDepth(): void {
    const window = this.#window;
    window.frames += 1;
    window.leastMs = Math.min(window.leastMs, this.#heldMs);
    if (window.frames >= 2 * WINDOW_FRAMES) this.#closeWindow();
  }

  #closeWindow(): void {
    const { late, calm } = this.#window;
    const nowCalm = late === 0 ? calm + 1 : 0;
    if (late > 1) {
      this.#mustGrow = !this.#isStretched;
      this.#isStretched = true;
    } else if (nowCalm >= CALM_WINDOWS) {
      this.#isStretched = false;
    }
    this.#window = { frames: 0, leastMs: Number.POSITIVE_INFINITY, late: 0, calm: nowCalm };
  }

  #restart(ssrc: number): void {
    this.#ssrc = ssrc;
    this.#order = new SequenceExtender();
    this.#held = [];
    this.#heldMs = 0;
    this.#state = { name: "filling" };
  }
}
