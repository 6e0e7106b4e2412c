import { amplitudeAt } from "./goertzel.ts";

/** ITU-T T.30 §4: a fax machine that calls whistles 1100 Hz for half a second, every three seconds and a half. */
const HZ = 1_100;
const LEAST_AMPLITUDE = 250;
/**
 * The tone must hold most of the energy, or music and voices would call for a fax machine. At 38 Hz beside it, which
 * T.30 allows, ten milliseconds show 60 percent; at 100 Hz beside it nothing.
 */
const LEAST_SHARE = 0.55;
/** Half a second and 15 percent either way, less what is cut off at its ends, in frames of 20 ms. */
const LEAST_FRAMES = 19;
const MOST_FRAMES = 30;

/** Hears a fax machine that calls. Fed with frames of 20 ms. */
export class FaxCallDetector {
  readonly #sampleRate: number;
  #frames = 0;

  constructor(sampleRate: number) {
    this.#sampleRate = sampleRate;
  }

  /** True in the frame after a whole whistle: whatever goes on longer is something else. */
  update(frame: Int16Array | undefined): boolean {
    const half = (frame?.length ?? 0) / 2;
    if (frame && this.#isWhistle(frame.subarray(0, half)) && this.#isWhistle(frame.subarray(half))) {
      this.#frames += 1;
      return false;
    }
    const heard = this.#frames;
    this.#frames = 0;
    return heard >= LEAST_FRAMES && heard <= MOST_FRAMES;
  }

  #isWhistle(samples: Int16Array): boolean {
    const amplitude = amplitudeAt(samples, HZ, this.#sampleRate);
    if (amplitude < LEAST_AMPLITUDE) return false;
    let sum = 0;
    for (const sample of samples) sum += sample ** 2;
    return amplitude ** 2 / 2 >= (LEAST_SHARE * sum) / samples.length;
  }
}
