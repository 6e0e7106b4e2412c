import { type AudioCodec, type AudioDecoder, frameSamples } from "../codecs/audio-codec.ts";
import { Concealer, foldFrames } from "./concealer.ts";
import { JitterBuffer, type JitterCounts, type JitterOptions, type JitterOutput } from "./jitter-buffer.ts";

export interface PlayoutInput {
  readonly ssrc: number;
  readonly sequenceNumber: number;
  readonly payload: Uint8Array;
  /** The sender says that there is nothing to hear in it: it keeps its place in time and is not decoded. */
  readonly isSilent?: boolean;
}

/** Packets in, whole frames of 20 ms out, whatever packet length the far end has chosen. */
export class Playout {
  readonly #codec: AudioCodec;
  readonly #decoder: AudioDecoder;
  readonly #buffer: JitterBuffer;
  readonly #concealer: Concealer;
  readonly #frameSamples: number;
  #pending: Int16Array = new Int16Array(0);
  #folding: Int16Array | undefined;

  constructor(codec: AudioCodec, options: Partial<JitterOptions> = {}) {
    this.#codec = codec;
    this.#decoder = codec.createDecoder();
    this.#buffer = new JitterBuffer(options);
    this.#concealer = new Concealer(codec.sampleRate);
    this.#frameSamples = frameSamples(codec.sampleRate);
  }

  get counts(): JitterCounts {
    return this.#buffer.counts;
  }

  get delayMs(): number {
    return this.#buffer.heldMs;
  }

  put({ ssrc, sequenceNumber, payload, isSilent = false }: PlayoutInput): void {
    const durationMs = this.#codec.durationMs(payload);
    if (durationMs > 0) this.#buffer.put({ ssrc, sequenceNumber, durationMs, payload, isSilent });
  }

  /** Undefined while there is nothing to hear: the far end is silent or has not begun. */
  pull(): Int16Array | undefined {
    while (this.#pending.length < this.#frameSamples) {
      const audio = this.#nextAudio();
      if (!audio) return this.#takeRest();
      this.#pending = this.#pending.length === 0 ? audio : joined(this.#pending, audio);
    }
    const frame = this.#pending.subarray(0, this.#frameSamples);
    this.#pending = this.#pending.subarray(this.#frameSamples);
    return frame;
  }

  #nextAudio(): Int16Array | undefined {
    const output = this.#buffer.next();
    switch (output.kind) {
      case "idle":
        return undefined;
      case "lost":
        return this.#concealer.conceal(this.#frameSamples);
      case "skip": {
        this.#folding = this.#decode(output);
        return this.#nextAudio();
      }
      case "play": {
        const audio = this.#decode(output);
        if (!audio) return this.#concealer.conceal(this.#frameSamples);
        const folding = this.#folding;
        this.#folding = undefined;
        return this.#concealer.play(folding ? foldFrames(folding, audio) : audio);
      }
    }
  }

  #decode({
    payload,
    durationMs,
    isSilent,
  }: Extract<JitterOutput, { payload: Uint8Array }>): Int16Array | undefined {
    return isSilent
      ? new Int16Array((durationMs * this.#codec.sampleRate) / 1_000)
      : this.#decoder.decode(payload);
  }

  #takeRest(): Int16Array | undefined {
    if (this.#pending.length === 0) return undefined;
    const frame = new Int16Array(this.#frameSamples);
    frame.set(this.#pending);
    this.#pending = new Int16Array(0);
    return frame;
  }
}

function joined(first: Int16Array, second: Int16Array): Int16Array {
  const both = new Int16Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
