import type { DtmfDigit } from "../rtp/dtmf/telephone-event.ts";
import { amplitudeAt } from "./goertzel.ts";
import { DTMF_COLUMNS, DTMF_ROWS, digitAt } from "./north-american-tones.ts";

/** Frames that must agree: 40 ms is the shortest key that ITU-T Q.24 asks to accept. */
const AGREEING_FRAMES = 2;
const LEAST_AMPLITUDE = 300;
/** Q.24 allows the two tones to differ by up to 8 dB. */
const MAX_TWIST = 2.6;
/** The two tones must hold most of the energy, or speech would press keys. */
const LEAST_SHARE = 0.75;

/** Hears keys in the audio itself, for far ends without telephone events. Fed with frames of 20 ms. */
export class DtmfDetector {
  readonly #sampleRate: number;
  #candidate: DtmfDigit | undefined;
  #agreeing = 0;
  #reported: DtmfDigit | undefined;

  constructor(sampleRate: number) {
    this.#sampleRate = sampleRate;
  }

  /** The digit in the frame in which it is first certain, else undefined. */
  update(frame: Int16Array): DtmfDigit | undefined {
    const digit = this.#digitIn(frame);
    this.#agreeing = digit === this.#candidate ? this.#agreeing + 1 : 1;
    this.#candidate = digit;
    if (this.#agreeing < AGREEING_FRAMES || digit === this.#reported) return undefined;
    this.#reported = digit;
    return digit;
  }

  #digitIn(frame: Int16Array): DtmfDigit | undefined {
    const row = this.#strongest(frame, DTMF_ROWS);
    const column = this.#strongest(frame, DTMF_COLUMNS);
    if (Math.min(row.amplitude, column.amplitude) < LEAST_AMPLITUDE) return undefined;
    const twist = row.amplitude / column.amplitude;
    if (twist > MAX_TWIST || twist < 1 / MAX_TWIST) return undefined;
    const tonePower = (row.amplitude ** 2 + column.amplitude ** 2) / 2;
    return tonePower >= LEAST_SHARE * powerOf(frame) ? digitAt(row.index, column.index) : undefined;
  }

  #strongest(frame: Int16Array, frequencies: readonly number[]): { index: number; amplitude: number } {
    const amplitudes = frequencies.map((frequency) => amplitudeAt(frame, frequency, this.#sampleRate));
    const amplitude = Math.max(...amplitudes);
    return { index: amplitudes.indexOf(amplitude), amplitude };
  }
}

function powerOf(frame: Int16Array): number {
  let sum = 0;
  for (let at = 0; at < frame.length; at += 1) sum += (frame[at] ?? 0) ** 2;
  return frame.length === 0 ? 0 : sum / frame.length;
}
