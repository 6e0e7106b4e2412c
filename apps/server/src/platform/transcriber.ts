import type { SpokenSentence } from "@offhook/contract";

/** Hears what is said in a recording. */
export interface Transcriber {
  /**
   * A WAV file of 16 bits, mono or stereo. No sentences: it was listened to, and no words could be made out. It throws
   * where the file cannot be read, or the engine failed; the caller decides whether to try again.
   */
  transcribe(file: string): Promise<readonly SpokenSentence[]>;
  /**
   * Left out where words come only once everything was said. The file is one that the media process is writing; what
   * is asked for here goes before whole files.
   */
  follow?(file: string): SpeechFollower;
}

export interface SpeechFollower {
  /** Listens to what was said since the last time, and says all so far. One at a time. */
  next(): Promise<SpokenSoFar>;
}

export interface SpokenSoFar {
  readonly sentences: readonly SpokenSentence[];
  /** What is just being said; the next words may change it. */
  readonly unfinished: string;
}
