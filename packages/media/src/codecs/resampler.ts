/** Zero crossings of the filter to either side, counted at the lower of the two rates. */
const CROSSINGS = 10;
/** The pass band ends a little below half of the lower rate, so that the slope of the filter fits in between. */
const PASS_BAND = 0.92;
const KAISER_BETA = 7;

function greatestCommonDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestCommonDivisor(other, one % other);
}

function besselI0(x: number): number {
  let sum = 1;
  let term = 1;
  for (let k = 1; term > sum * 1e-10; k += 1) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

/** Windowed sinc; `time` in input samples, `cutoff` as a share of the input's half rate, `reach` where it ends. */
function impulse(time: number, cutoff: number, reach: number): number {
  const edge = time / reach;
  if (Math.abs(edge) >= 1) return 0;
  const angle = Math.PI * time * cutoff;
  const sinc = angle === 0 ? 1 : Math.sin(angle) / angle;
  return (sinc * besselI0(KAISER_BETA * Math.sqrt(1 - edge * edge))) / besselI0(KAISER_BETA);
}

function filterBank(phases: number, step: number): Float32Array[] {
  const ratio = Math.min(1, phases / step);
  const reach = CROSSINGS / ratio;
  const taps = 2 * Math.ceil(reach);
  return Array.from({ length: phases }, (_, phase) => {
    const filter = Float32Array.from({ length: taps }, (_, tap) =>
      impulse(phase / phases + taps / 2 - 1 - tap, PASS_BAND * ratio, reach),
    );
    const gain = filter.reduce((sum, value) => sum + value, 0);
    return filter.map((value) => value / gain);
  });
}

const banks = new Map<string, Float32Array[]>();

function sharedBank(phases: number, step: number): Float32Array[] {
  const key = `${phases}/${step}`;
  const bank = banks.get(key) ?? filterBank(phases, step);
  banks.set(key, bank);
  return bank;
}

const clamp = (value: number): number =>
  value > 32_767 ? 32_767 : value < -32_768 ? -32_768 : Math.round(value);

/** Changes the sample rate of a stream, frame after frame without a seam. */
export class Resampler {
  readonly #phases: number;
  readonly #step: number;
  readonly #bank: readonly Float32Array[];
  readonly #taps: number;
  /** The end of what came before: the filter looks back over it. */
  #history: Float32Array;
  /** Where the next output sample lies: whole input samples into the history, and a phase between two of them. */
  #index = 0;
  #phase = 0;

  constructor(fromRate: number, toRate: number) {
    const divisor = greatestCommonDivisor(fromRate, toRate);
    this.#phases = toRate / divisor;
    this.#step = fromRate / divisor;
    this.#bank = sharedBank(this.#phases, this.#step);
    this.#taps = this.#bank[0]?.length ?? 0;
    this.#history = new Float32Array(this.#taps - 1);
  }

  process(input: Int16Array): Int16Array {
    if (this.#phases === this.#step) return input;
    const held = this.#history.length;
    const samples = new Float32Array(held + input.length);
    samples.set(this.#history);
    samples.set(input, held);

    const count = this.#outputCount(samples.length);
    const output = new Int16Array(count);
    for (let at = 0; at < count; at += 1) {
      output[at] = clamp(this.#convolve(samples));
      this.#phase += this.#step;
      while (this.#phase >= this.#phases) {
        this.#phase -= this.#phases;
        this.#index += 1;
      }
    }
    const keepFrom = Math.min(this.#index, samples.length);
    this.#history = samples.slice(keepFrom);
    this.#index -= keepFrom;
    return output;
  }

  #outputCount(available: number): number {
    const room = available - this.#taps - this.#index;
    if (room < 0) return 0;
    return Math.floor((room * this.#phases + (this.#phases - 1 - this.#phase)) / this.#step) + 1;
  }

  #convolve(samples: Float32Array): number {
    const filter = this.#bank[this.#phase];
    if (!filter) return 0;
    let sum = 0;
    for (let tap = 0; tap < filter.length; tap += 1)
      sum += (filter[tap] ?? 0) * (samples[this.#index + tap] ?? 0);
    return sum;
  }
}
