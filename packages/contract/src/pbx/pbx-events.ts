import { z } from "zod";
import { CallRecord } from "./call-record.ts";
import { LiveCall } from "./live-call.ts";

/** To the line's channel: a call of the line is over and stands in its history. */
export const HistoryEvent = z.object({ type: z.literal("HISTORY"), phone: z.string(), cdr: CallRecord });
/** To the line's channel: its live calls as they now are. */
export const LiveCallsEvent = z.object({
  type: z.literal("LIVE_CALLS"),
  phone: z.string(),
  calls: z.array(LiveCall),
});

/** To the line's channel: entries of its history were read, or all of them where no ids are given. */
export const HistoryReadEvent = z.object({
  type: z.literal("HISTORY_READ"),
  phone: z.string(),
  ids: z.array(z.string()).nullable(),
});
/** To the line's channel: whom it does not want to hear from, as it now is. */
export const BlockedCallersEvent = z.object({ type: z.literal("BLOCKED_CALLERS"), phone: z.string() });

/** To the line's channel: a recording that the line asked for can be heard. */
export const RecordingNewEvent = z.object({
  type: z.literal("RECORDING_NEW"),
  phone: z.string(),
  callid: z.string(),
  /** What `GET /call/recording` takes. */
  id: z.string(),
  /** Seconds. */
  duration: z.number().int(),
});

/** To the box's channel: somebody has left a message. */
export const VoicemailNewEvent = z.object({
  type: z.literal("VOICEMAIL_NEW"),
  mailbox: z.string(),
  id: z.string(),
});

export const PbxEvent = z.discriminatedUnion("type", [
  HistoryEvent,
  LiveCallsEvent,
  HistoryReadEvent,
  BlockedCallersEvent,
  RecordingNewEvent,
  VoicemailNewEvent,
]);
export type PbxEvent = z.infer<typeof PbxEvent>;
