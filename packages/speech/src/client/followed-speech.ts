import { type HeardPiece, RunningTranscript, type SpokenSoFar } from "../following/running-transcript.ts";

/** The words of somebody who still speaks into a file. */
export class FollowedSpeech {
  readonly #listen: (from: number) => Promise<HeardPiece>;
  readonly #transcript = new RunningTranscript();

  constructor(listen: (from: number) => Promise<HeardPiece>) {
    this.#listen = listen;
  }

  /** Listens to what has been said since the last time, and says all so far. One at a time. */
  async next(): Promise<SpokenSoFar> {
    return this.#transcript.take(await this.#listen(this.#transcript.from));
  }
}
