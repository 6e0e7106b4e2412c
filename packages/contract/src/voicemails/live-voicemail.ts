import { z } from "zod";
import { SpokenSentence } from "../spoken-sentence.ts";
import { Voicemail, VoicemailId } from "./voicemail.ts";

const caller = {
  /** What the message will be known by. */
  ...Voicemail.pick({ id: true, mailbox: true, name: true, callerId: true, callername: true }).shape,
  /** Unix time in milliseconds: since when they speak. */
  since_ms: z.number().int(),
};

/** Who talks to the caller now. */
export const VoicemailPickUp = z.object({ user_id: z.number().int(), name: z.string() });
export type VoicemailPickUp = z.infer<typeof VoicemailPickUp>;

/** A message that is being left. */
export const LiveVoicemail = z.discriminatedUnion("state", [
  z.object({
    ...caller,
    state: z.literal("speaking"),
    /** Whether the words can be read along; without, they come with the message or not at all. */
    readable: z.boolean(),
    sentences: z.array(SpokenSentence),
    /** What they are just saying: the next words may change it. */
    unfinished: z.string(),
  }),
  z.object({ ...caller, state: z.literal("pickedUp"), by: VoicemailPickUp }),
  z.object({
    ...caller,
    state: z.literal("over"),
    by: VoicemailPickUp.nullable(),
    /** There is a message now; false where nothing was said. */
    kept: z.boolean(),
  }),
]);
export type LiveVoicemail = z.infer<typeof LiveVoicemail>;

export const LiveVoicemailQuery = z.object({ id: VoicemailId });

export const LiveVoicemailPickUp = z.object({
  id: VoicemailId,
  /** Only the phone of this browser rings, not the others of the user's line. */
  here: z.boolean(),
});
export type LiveVoicemailPickUp = z.infer<typeof LiveVoicemailPickUp>;

/** Samples of 16 bits, the lower byte first, one channel, so many a second; it goes on for as long as they speak. */
export const LIVE_SOUND_RATE = 16_000;
export const LiveVoicemailSound = z.object({ url: z.string() });
