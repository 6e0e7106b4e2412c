/** Adds up the talkers once; all talkers then hear the sum without their own voice. */
export class MixBus {
  readonly #sum: Int32Array;
  #voices = 0;

  constructor(frameSamples: number) {
    this.#sum = new Int32Array(frameSamples);
  }

  /** Nobody talks: all listeners may share one frame of silence. */
  get isSilent(): boolean {
    return this.#voices === 0;
  }

  clear(): void {
    if (this.#voices > 0) this.#sum.fill(0);
    this.#voices = 0;
  }

  add(frame: Int16Array): void {
    const sum = this.#sum;
    for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] ?? 0) + (frame[at] ?? 0);
    this.#voices += 1;
  }

  /** What a listener hears. */
  all(): Int16Array {
    const heard = new Int16Array(this.#sum.length);
    for (let at = 0; at < heard.length; at += 1) heard[at] = saturate(this.#sum[at] ?? 0);
    return heard;
  }

  /** What a talker hears: all the others, because their own voice would be an echo. */
  without(own: Int16Array): Int16Array {
    const heard = new Int16Array(this.#sum.length);
    for (let at = 0; at < heard.length; at += 1) heard[at] = saturate((this.#sum[at] ?? 0) - (own[at] ?? 0));
    return heard;
  }
}

/** A frame with more voices in it that only this listener hears. */
export function withVoices(frame: Int16Array, voices: readonly Int16Array[]): Int16Array {
  return frame.map((sample, at) => saturate(voices.reduce((sum, voice) => sum + (voice[at] ?? 0), sample)));
}

/** Clipping sounds harsh for a moment; wrapping round would be a bang. */
function saturate(value: number): number {
  return Math.max(-32_768, Math.min(32_767, value));
}
