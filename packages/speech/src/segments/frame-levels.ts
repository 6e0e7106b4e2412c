import { SAMPLE_RATE } from "./speech-segment.ts";

export const FRAME = SAMPLE_RATE / 50;
/** Below this a telephone line counts as silent; digital silence would else be infinitely quiet. */
const QUIETEST_DB = -75;

/** How loud each 20 ms are, in decibels below full scale. */
export function frameLevels(samples: Int16Array): Float32Array {
  const levels = new Float32Array(Math.ceil(samples.length / FRAME));
  for (let index = 0; index < levels.length; index += 1)
    levels[index] = levelOf(samples.subarray(index * FRAME, (index + 1) * FRAME));
  return levels;
}

function levelOf(frame: Int16Array): number {
  let sum = 0;
  for (const sample of frame) sum += sample * sample;
  const db = 10 * Math.log10(sum / frame.length / 32_768 ** 2);
  return Math.max(QUIETEST_DB, db);
}

/** Where speech begins and where it ends: two levels, so that a voice between them does not flicker. */
export interface SpeechLevels {
  readonly on: number;
  readonly off: number;
}

/** Nothing quieter than this is speech, however quiet the rest. */
const FAINTEST_SPEECH_DB = -52;
const ABOVE_NOISE_DB = 9;
const BELOW_VOICE_DB = 30;
const HYSTERESIS_DB = 5;

/** From the recording itself: a hissing line needs a higher level than a clean one. */
export function speechLevels(levels: Float32Array): SpeechLevels {
  const sorted = levels.slice().sort();
  const noise = sorted[Math.floor(sorted.length * 0.1)] ?? QUIETEST_DB;
  const voice = sorted[Math.floor(sorted.length * 0.95)] ?? QUIETEST_DB;
  // Where somebody speaks without a pause the tenth is speech too: no line hisses that loud.
  const floor = Math.min(noise, voice - 2 * ABOVE_NOISE_DB);
  const on = Math.max(floor + ABOVE_NOISE_DB, voice - BELOW_VOICE_DB, FAINTEST_SPEECH_DB);
  return { on, off: on - HYSTERESIS_DB };
}
