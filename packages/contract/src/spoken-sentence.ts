import { z } from "zod";

/** Something that was said, and when: seconds from the beginning of the recording. */
export const SpokenSentence = z.object({ text: z.string(), start: z.number(), end: z.number() });
export type SpokenSentence = z.infer<typeof SpokenSentence>;
