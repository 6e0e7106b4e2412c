import { z } from "zod";
import { defineEvents, type EventOf } from "../push/define-events.ts";
import { LiveVoicemail } from "./live-voicemail.ts";
import { Voicemail } from "./voicemail.ts";

export const voicemailEvents = defineEvents({
  VOICEMAIL_NEW: {
    to: ["vox"],
    when: "Somebody has left a message in the box.",
    schema: z.object({
      type: z.literal("VOICEMAIL_NEW"),
      mailbox: z.string(),
      id: z.string(),
      voicemail: Voicemail,
    }),
  },
  VOICEMAIL_CHANGED: {
    to: ["vox"],
    when: "Messages of the box were read, marked unread, moved, restored or transcribed; as they now are.",
    schema: z.object({
      type: z.literal("VOICEMAIL_CHANGED"),
      mailbox: z.string(),
      voicemails: z.array(Voicemail),
    }),
  },
  VOICEMAIL_LIVE: {
    to: ["vox"],
    when: "Somebody speaks to the box, was picked up, or is done; as it now is, with all that was said.",
    schema: z.object({
      type: z.literal("VOICEMAIL_LIVE"),
      mailbox: z.string(),
      live: LiveVoicemail,
    }),
  },
  VOICEMAIL_DELETED: {
    to: ["vox"],
    when: "Messages of the box were deleted.",
    schema: z.object({
      type: z.literal("VOICEMAIL_DELETED"),
      mailbox: z.string(),
      ids: z.array(z.string()),
    }),
  },
  VOICEMAIL_BOX: {
    to: ["vox"],
    when: "The box's greetings or switches changed: load them anew.",
    schema: z.object({ type: z.literal("VOICEMAIL_BOX"), mailbox: z.string() }),
  },
});
export type VoicemailEvent = EventOf<typeof voicemailEvents>;
