export const SAMPLE_RATE = 16_000;

/** A stretch in which somebody speaks, in samples; `end` is the first one after it. */
export interface SpeechSegment {
  readonly start: number;
  readonly end: number;
}
