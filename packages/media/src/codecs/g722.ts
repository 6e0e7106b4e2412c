import type { AudioCodec, AudioDecoder, AudioEncoder } from "./audio-codec.ts";
import { G722Band, LOWER_BAND, saturate16, UPPER_BAND } from "./g722-band.ts";

/** Half of the 24 coefficients of the filter that splits the band in two (table 11 of G.722). */
const SPLIT = Int32Array.of(3, -11, 12, 32, -210, 951, 3876, -805, 362, -156, 53, -11);
const HISTORY = 24;

/** Decision levels of the lower band's 60 levels (table 14). */
const LEVELS = Int32Array.of(
  0,
  35,
  72,
  110,
  150,
  190,
  233,
  276,
  323,
  370,
  422,
  473,
  530,
  587,
  650,
  714,
  786,
  858,
  940,
  1023,
  1121,
  1219,
  1339,
  1458,
  1612,
  1765,
  1980,
  2195,
  2557,
  2919,
);
/** Inverse quantisers: of 4 bits for adaptation, of 6 bits for the sound, of 2 bits for the upper band. */
const INVERSE_4 = Int32Array.of(
  0,
  -20456,
  -12896,
  -8968,
  -6288,
  -4240,
  -2584,
  -1200,
  20456,
  12896,
  8968,
  6288,
  4240,
  2584,
  1200,
  0,
);
const INVERSE_6_MAGNITUDES = [
  24808, 21904, 19008, 16704, 14984, 13512, 12280, 11192, 10232, 9360, 8576, 7856, 7192, 6576, 6000, 5456,
  4944, 4464, 4008, 3576, 3168, 2776, 2400, 2032, 1688, 1360, 1040, 728, 432, 136,
];
const INVERSE_6 = inverse6();
const INVERSE_2 = Int32Array.of(-7408, -1616, 7408, 1616);
/** By how much each code changes the logarithm of the step. */
const LOWER_WEIGHTS = Int32Array.of(
  0,
  3042,
  1198,
  538,
  334,
  172,
  58,
  -30,
  3042,
  1198,
  538,
  334,
  172,
  58,
  -30,
  -60,
);
const UPPER_WEIGHTS = Int32Array.of(798, -214, 798, -214);
const UPPER_LEVEL = 564;

/** Codes 4 to 31 are negative, 32 to 61 positive, 62 and 63 the two smallest negative ones; 0 to 3 are not sent. */
function inverse6(): Int32Array {
  const table = new Int32Array(64).fill(-136);
  INVERSE_6_MAGNITUDES.forEach((magnitude, index) => {
    if (index < 28) table[4 + index] = -magnitude;
    table[32 + index] = magnitude;
  });
  table[62] = -432;
  table[63] = -136;
  return table;
}

function lowerCode(difference: number, step: number): number {
  const magnitude = difference >= 0 ? difference : -(difference + 1);
  let level = 1;
  while (level < 30 && magnitude >= ((LEVELS[level] ?? 0) * step) >> 12) level += 1;
  if (difference >= 0) return 62 - level;
  return level < 3 ? 64 - level : 34 - level;
}

function upperCode(difference: number, step: number): number {
  const magnitude = difference >= 0 ? difference : -(difference + 1);
  const isLarge = magnitude >= (UPPER_LEVEL * step) >> 12;
  if (difference >= 0) return isLarge ? 2 : 3;
  return isLarge ? 0 : 1;
}

/** Both bands, with what encoder and decoder do alike. */
class BandPair {
  readonly lower = new G722Band(LOWER_BAND);
  readonly upper = new G722Band(UPPER_BAND);

  adaptLower(code: number): void {
    const coarse = code >> 2;
    const difference = (this.lower.step * (INVERSE_4[coarse] ?? 0)) >> 15;
    this.lower.adaptStep(LOWER_WEIGHTS[coarse] ?? 0);
    this.lower.predict(difference);
  }

  adaptUpper(code: number): number {
    const difference = (this.upper.step * (INVERSE_2[code] ?? 0)) >> 15;
    const sample = saturate16(difference + this.upper.estimate);
    this.upper.adaptStep(UPPER_WEIGHTS[code] ?? 0);
    this.upper.predict(difference);
    return sample;
  }
}

/** The window that the splitting filter looks through, two samples further with every step. */
class Window {
  readonly samples = new Int32Array(HISTORY);

  push(one: number, other: number): void {
    this.samples.copyWithin(0, 2);
    this.samples[HISTORY - 2] = one;
    this.samples[HISTORY - 1] = other;
  }

  /** Sums of every second sample, weighted forwards and backwards. */
  even(): number {
    let sum = 0;
    for (let at = 0; at < 12; at += 1) sum += (this.samples[2 * at] ?? 0) * (SPLIT[at] ?? 0);
    return sum;
  }

  odd(): number {
    let sum = 0;
    for (let at = 0; at < 12; at += 1) sum += (this.samples[2 * at + 1] ?? 0) * (SPLIT[11 - at] ?? 0);
    return sum;
  }
}

function createEncoder(): AudioEncoder {
  const bands = new BandPair();
  const window = new Window();
  const encodePair = (one: number, other: number): number => {
    window.push(one, other);
    const even = window.even();
    const odd = window.odd();
    const low = (even + odd) >> 14;
    const high = (odd - even) >> 14;
    const lower = lowerCode(saturate16(low - bands.lower.estimate), bands.lower.step);
    bands.adaptLower(lower);
    const upper = upperCode(saturate16(high - bands.upper.estimate), bands.upper.step);
    bands.adaptUpper(upper);
    return (upper << 6) | lower;
  };
  return {
    encode: (frame) => {
      const payload = new Uint8Array(frame.length >> 1);
      for (let at = 0; at < payload.length; at += 1)
        payload[at] = encodePair(frame[2 * at] ?? 0, frame[2 * at + 1] ?? 0);
      return payload;
    },
    restart: () => {},
  };
}

/** What the decoder makes of the bands may lie a little outside of 15 bits, which the joining filter assumes. */
const limit15 = (value: number): number => (value > 16_383 ? 16_383 : Math.max(value, -16_384));

function createDecoder(): AudioDecoder {
  const bands = new BandPair();
  const window = new Window();
  const decodeByte = (byte: number, audio: Int16Array, at: number): void => {
    const lower = byte & 0x3f;
    const { estimate, step } = bands.lower;
    const low = limit15(estimate + ((step * (INVERSE_6[lower] ?? 0)) >> 15));
    bands.adaptLower(lower);
    const high = limit15(bands.adaptUpper(byte >> 6));
    window.push(low + high, low - high);
    audio[at] = saturate16(window.odd() >> 11);
    audio[at + 1] = saturate16(window.even() >> 11);
  };
  return {
    decode: (payload) => {
      const audio = new Int16Array(2 * payload.length);
      for (let at = 0; at < payload.length; at += 1) decodeByte(payload[at] ?? 0, audio, 2 * at);
      return audio;
    },
  };
}

/** Wideband at the price of G.711: what most desk phones speak (ITU-T G.722 at 64 kbit/s). */
export const G722: AudioCodec = {
  name: "G722",
  clockRate: 8_000,
  sampleRate: 16_000,
  createEncoder,
  createDecoder,
  durationMs: (payload) => payload.length / 8,
};
