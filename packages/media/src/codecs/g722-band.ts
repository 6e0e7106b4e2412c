/** Keeps a sum within 16 bits, as every step of the recommendation's arithmetic does. */
export function saturate16(value: number): number {
  return value > 32_767 ? 32_767 : Math.max(value, -32_768);
}

/** Table 17 of G.722: powers of two between 2048 and 4096 in 32 steps. */
const INVERSE_LOG = Int32Array.of(
  2048,
  2093,
  2139,
  2186,
  2233,
  2282,
  2332,
  2383,
  2435,
  2489,
  2543,
  2599,
  2656,
  2714,
  2774,
  2834,
  2896,
  2960,
  3025,
  3091,
  3158,
  3228,
  3298,
  3371,
  3444,
  3520,
  3597,
  3676,
  3756,
  3838,
  3922,
  4008,
);

export interface BandLimits {
  readonly firstStep: number;
  readonly maxLogStep: number;
  /** How far the logarithm is shifted to give the step: the bands differ by two octaves. */
  readonly stepShift: number;
}

export const LOWER_BAND: BandLimits = { firstStep: 32, maxLogStep: 18_432, stepShift: 8 };
export const UPPER_BAND: BandLimits = { firstStep: 8, maxLogStep: 22_528, stepShift: 10 };

/**
 * The adaptive predictor and step size of one sub-band (blocks 3 and 4 of G.722): encoder and decoder run the same
 * one on the same codes, and so stay in step without a word between them.
 */
export class G722Band {
  /** What the next sample is expected to be. */
  estimate = 0;
  /** The quantiser's step, DETL and DETH of the recommendation. */
  step: number;
  readonly #limits: BandLimits;
  #logStep = 0;
  #zeroPart = 0;
  readonly #difference = new Int32Array(7);
  readonly #zeros = new Int32Array(7);
  readonly #poles = new Int32Array(3);
  readonly #reconstructed = new Int32Array(3);
  readonly #partial = new Int32Array(3);

  constructor(limits: BandLimits) {
    this.#limits = limits;
    this.step = limits.firstStep;
  }

  /** Blocks 3L and 3H: loud codes widen the step, quiet ones narrow it. */
  adaptStep(weight: number): void {
    const { maxLogStep, stepShift } = this.#limits;
    const log = ((this.#logStep * 127) >> 7) + weight;
    this.#logStep = log < 0 ? 0 : Math.min(log, maxLogStep);
    const mantissa = INVERSE_LOG[(this.#logStep >> 6) & 31] ?? 0;
    const shift = stepShift - (this.#logStep >> 11);
    this.step = (shift < 0 ? mantissa << -shift : mantissa >> shift) << 2;
  }

  /** Block 4: learns from the difference that was coded, and makes the next estimate. */
  predict(difference: number): void {
    this.#difference[0] = difference;
    this.#reconstructed[0] = saturate16(this.estimate + difference);
    this.#partial[0] = saturate16(this.#zeroPart + difference);
    this.#adaptPoles();
    this.#adaptZeros(difference);
    this.#shiftHistory();
    this.#zeroPart = this.#filterZeros();
    this.estimate = saturate16(this.#filterPoles() + this.#zeroPart);
  }

  #adaptPoles(): void {
    const first = this.#poles[1] ?? 0;
    const second = this.#poles[2] ?? 0;
    const sign = (this.#partial[0] ?? 0) >> 15;
    const isSameAsBefore = sign === (this.#partial[1] ?? 0) >> 15;
    const isSameAsEarlier = sign === (this.#partial[2] ?? 0) >> 15;

    const quarter = saturate16(first << 2);
    const push = Math.min(32_767, isSameAsBefore ? -quarter : quarter);
    const nudged = (isSameAsEarlier ? 128 : -128) + (push >> 7) + ((second * 32_512) >> 15);
    const nextSecond = Math.max(-12_288, Math.min(12_288, nudged));

    const pulled = saturate16((isSameAsBefore ? 192 : -192) + ((first * 32_640) >> 15));
    const bound = saturate16(15_360 - nextSecond);
    this.#poles[1] = Math.max(-bound, Math.min(bound, pulled));
    this.#poles[2] = nextSecond;
  }

  #adaptZeros(difference: number): void {
    const zeros = this.#zeros;
    const history = this.#difference;
    const gain = difference === 0 ? 0 : 128;
    const sign = difference >> 15;
    for (let at = 1; at < 7; at += 1) {
      const change = (history[at] ?? 0) >> 15 === sign ? gain : -gain;
      zeros[at] = saturate16(change + (((zeros[at] ?? 0) * 32_640) >> 15));
    }
  }

  #shiftHistory(): void {
    this.#difference.copyWithin(1, 0, 6);
    this.#reconstructed.copyWithin(1, 0, 2);
    this.#partial.copyWithin(1, 0, 2);
  }

  #filterZeros(): number {
    let sum = 0;
    for (let at = 6; at > 0; at -= 1) {
      const doubled = saturate16(2 * (this.#difference[at] ?? 0));
      sum = saturate16(sum + (((this.#zeros[at] ?? 0) * doubled) >> 15));
    }
    return sum;
  }

  #filterPoles(): number {
    const first = ((this.#poles[1] ?? 0) * saturate16(2 * (this.#reconstructed[1] ?? 0))) >> 15;
    const second = ((this.#poles[2] ?? 0) * saturate16(2 * (this.#reconstructed[2] ?? 0))) >> 15;
    return saturate16(first + second);
  }
}
