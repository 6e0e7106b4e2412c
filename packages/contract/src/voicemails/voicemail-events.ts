import { z } from "zod";
import { defineEvents, type EventOf } from "../push/define-events.ts";
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
  VOICEMAIL_DELETED: {
    to: ["vox"],
    when: "Messages of the box were deleted.",
    schema: z.object({
      type: z.literal("VOICEMAIL_DELETED"),
      mailbox: z.string(),
      ids: z.array(z.string()),
    }),
  },
});
export type VoicemailEvent = EventOf<typeof voicemailEvents>;
