import { z } from "zod";
import { defineEvents, type EventOf } from "../push/define-events.ts";
import { CallRecord } from "./call-record.ts";
import { CallTranscriptState } from "./call-transcript.ts";
import { LiveCall } from "./live-call.ts";

export const pbxEvents = defineEvents({
  HISTORY: {
    to: ["phone"],
    when: "A call of the line is over and stands in its history.",
    schema: z.object({ type: z.literal("HISTORY"), phone: z.string(), cdr: CallRecord }),
  },
  LIVE_CALLS: {
    to: ["phone"],
    isReplaced: true,
    when: "A call of the line began, changed or ended; its live calls as they now are.",
    schema: z.object({ type: z.literal("LIVE_CALLS"), phone: z.string(), calls: z.array(LiveCall) }),
  },
  HISTORY_READ: {
    to: ["phone"],
    when: "Entries of the line's history were read; all of them where no ids are given.",
    schema: z.object({
      type: z.literal("HISTORY_READ"),
      phone: z.string(),
      ids: z.array(z.string()).nullable(),
    }),
  },
  BLOCKED_CALLERS: {
    to: ["phone"],
    when: "The line blocks other callers than before: load them anew.",
    schema: z.object({ type: z.literal("BLOCKED_CALLERS"), phone: z.string() }),
  },
  RECORDING_NEW: {
    to: ["phone"],
    when: "A recording that the line asked for can be heard.",
    schema: z.object({
      type: z.literal("RECORDING_NEW"),
      phone: z.string(),
      callid: z.string(),
      /** What `GET /call/recording` takes. */
      id: z.string(),
      /** Seconds. */
      duration: z.number().int(),
    }),
  },
  RECORDING_TRANSCRIPT: {
    to: ["phone"],
    when: "What is known of what was said in a recorded call has changed: load the call anew.",
    schema: z.object({
      type: z.literal("RECORDING_TRANSCRIPT"),
      phone: z.string(),
      callid: z.string(),
      /** Of the recording. */
      id: z.string(),
      state: CallTranscriptState,
    }),
  },
});
export type PbxEvent = EventOf<typeof pbxEvents>;
