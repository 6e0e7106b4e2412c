import type { HeardSentence } from "../decoding/heard-part.ts";
import type { HeardPiece } from "../following/running-transcript.ts";

/** To the process: a whole file, or the piece of a growing one from this second on. One of either kind at a time. */
export type SpeechJob =
  | { readonly type: "transcribe"; readonly id: number; readonly file: string }
  | { readonly type: "follow"; readonly id: number; readonly file: string; readonly from: number };

/** From the process. `busy`: it works on the file and has come further. */
export type SpeechFrame =
  | { readonly type: "busy"; readonly id: number }
  | { readonly type: "transcribed"; readonly id: number; readonly sentences: readonly HeardSentence[] }
  | { readonly type: "followed"; readonly id: number; readonly piece: HeardPiece }
  | { readonly type: "failed"; readonly id: number; readonly reason: string };
