const FRAME_MS = 20;
const AUDIBLE_DB = -45;

/** Ends a recording when nobody has spoken for a while; the time before the first word counts too. */
export class SilenceWatch {
  readonly #limitMs: number;
  #silentMs = 0;

  constructor(limitMs: number) {
    this.#limitMs = limitMs;
  }

  /** How much of the end of the recording is silence. */
  get silentMs(): number {
    return this.#silentMs;
  }

  /** True once the silence is as long as the limit. */
  update(levelDb: number): boolean {
    this.#silentMs = levelDb > AUDIBLE_DB ? 0 : this.#silentMs + FRAME_MS;
    return this.#silentMs >= this.#limitMs;
  }
}
