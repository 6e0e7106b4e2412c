import { FRAME_MS, frameSamples } from "../codecs/audio-codec.ts";

export interface ToneSegment {
  /** None for silence. */
  readonly frequencies: readonly number[];
  readonly durationMs: number;
}

/** A cycle of segments. Those that repeat are played until stopped. */
export interface Tone {
  readonly segments: readonly ToneSegment[];
  readonly isRepeating: boolean;
}

/** Each frequency at this level: two of them together stay well below full scale. */
const AMPLITUDE = 32_768 * 10 ** (-16 / 20);
const RAMP_MS = 4;

export const toneDurationMs = ({ segments }: Tone): number =>
  segments.reduce((sum, { durationMs }) => sum + durationMs, 0);

export const toneFrames = (tone: Tone): number => Math.ceil(toneDurationMs(tone) / FRAME_MS);

/** One frame of the cycle. Depends on its arguments alone, so any codec's frames can be made when first asked for. */
export function renderToneFrame(tone: Tone, sampleRate: number, index: number): Int16Array {
  const frame = new Int16Array(frameSamples(sampleRate));
  const startMs = index * FRAME_MS;
  for (let at = 0; at < frame.length; at += 1)
    frame[at] = sampleAt(tone, startMs + (at * 1_000) / sampleRate);
  return frame;
}

function sampleAt({ segments }: Tone, timeMs: number): number {
  let startMs = 0;
  for (const { frequencies, durationMs } of segments) {
    const intoMs = timeMs - startMs;
    if (intoMs < durationMs) return soundAt(frequencies, timeMs, intoMs, durationMs);
    startMs += durationMs;
  }
  return 0;
}

function soundAt(frequencies: readonly number[], timeMs: number, intoMs: number, durationMs: number): number {
  if (frequencies.length === 0) return 0;
  const ramp = Math.min(1, (intoMs + 1) / RAMP_MS, (durationMs - intoMs) / RAMP_MS);
  let sum = 0;
  for (const frequency of frequencies) sum += Math.sin((2 * Math.PI * frequency * timeMs) / 1_000);
  return AMPLITUDE * ramp * sum;
}
