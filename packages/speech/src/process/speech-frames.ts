import type { HeardSentence } from "../decoding/transcribe-samples.ts";

/** To the process. One at a time. */
export interface TranscriptionJob {
  readonly id: number;
  readonly file: string;
}

/** From the process. `busy`: it works on the file and has come further. */
export type SpeechFrame =
  | { readonly type: "busy"; readonly id: number }
  | { readonly type: "done"; readonly id: number; readonly sentences: readonly HeardSentence[] }
  | { readonly type: "failed"; readonly id: number; readonly reason: string };
