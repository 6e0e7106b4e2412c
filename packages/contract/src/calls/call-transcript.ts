import { z } from "zod";
import { SpokenSentence } from "../spoken-sentence.ts";

/** What somebody said in a recorded call. `line`: whoever was at the line that recorded it. */
export const CallSentence = SpokenSentence.extend({ speaker: z.enum(["line", "other"]) });
export type CallSentence = z.infer<typeof CallSentence>;

/**
 * `off`: it cannot be transcribed here. `unasked`: nobody has asked for it yet. `none`: it was listened to, and no
 * words could be made out. `failed`: it could not be read, after the last try; it may be asked for again.
 */
export const CallTranscriptState = z.enum(["off", "unasked", "waiting", "done", "none", "failed"]);
export type CallTranscriptState = z.infer<typeof CallTranscriptState>;

export const CallTranscript = z.object({
  state: CallTranscriptState,
  /** In the order of their beginnings. */
  sentences: z.array(CallSentence),
});
export type CallTranscript = z.infer<typeof CallTranscript>;
