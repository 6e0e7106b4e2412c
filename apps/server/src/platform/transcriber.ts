import type { SpokenSentence } from "@offhook/contract";

/** Hears what is said in a recording. */
export interface Transcriber {
  /**
   * A WAV file of 16 bits, mono or stereo. No sentences: it was listened to, and no words could be made out. It throws
   * where the file cannot be read, or the engine failed; the caller decides whether to try again.
   */
  transcribe(file: string): Promise<readonly SpokenSentence[]>;
}
