/** Loudness in decibels below full scale, as a number of 0 or less; -127 for digital silence. */
export function levelOf(frame: Int16Array): number {
  let energy = 0;
  for (let at = 0; at < frame.length; at += 1) {
    const sample = frame[at] ?? 0;
    energy += sample * sample;
  }
  if (energy === 0 || frame.length === 0) return SILENCE_DB;
  return Math.max(SILENCE_DB, 10 * Math.log10(energy / frame.length / 32_768 ** 2));
}

export const SILENCE_DB = -127;
/** Room noise of a usual microphone stays below, quiet speech above. */
const AUDIBLE_DB = -50;
/** Speech has pauses between words; without this time its ends would be cut off. */
const HANGOVER_FRAMES = 20;
const SMOOTHING = 0.2;

/** Whether one leg is to be heard, from the loudness of its frames. */
export class VoiceActivity {
  #framesLeft = 0;
  #smoothDb = SILENCE_DB;

  get isActive(): boolean {
    return this.#framesLeft > 0;
  }

  /** Smoothed, to rank talkers when there are too many. */
  get levelDb(): number {
    return this.#smoothDb;
  }

  update(levelDb: number): boolean {
    this.#framesLeft = levelDb > AUDIBLE_DB ? HANGOVER_FRAMES : Math.max(0, this.#framesLeft - 1);
    this.#smoothDb += SMOOTHING * (levelDb - this.#smoothDb);
    return this.isActive;
  }
}
