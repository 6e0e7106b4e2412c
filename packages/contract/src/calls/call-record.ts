import { z } from "zod";
import { PassedOverLine } from "../queues/passed-over.ts";
import { text } from "../wire-values.ts";
import { CallTranscript } from "./call-transcript.ts";

const CallId = text(100).min(1);
const PhoneName = text(100).min(1);

/** 'answer' and 'elsewhere' are calls somebody took, 'declined' somebody did not want; other incoming ones were missed. */
export const CallRecordStatus = z.enum([
  "answer",
  "elsewhere",
  "missed",
  "busy",
  "declined",
  "cancelled",
  "failed",
  "blocked",
]);
export type CallRecordStatus = z.infer<typeof CallRecordStatus>;

/** How a missed call was dealt with: called back, texted back, or the caller's next call was taken. */
export const CallReturn = z.object({
  via: z.enum(["call", "text", "answer"]),
  /** The name of the user who did it, or of the line where several people share one. */
  by: z.string(),
  user_id: z.number().int().nullable(),
  /** Unix time in seconds. */
  at: z.number().int(),
});
export type CallReturn = z.infer<typeof CallReturn>;

/** Who turned a call down on a line that several people may share. */
export const CallDecline = z.object({ by: z.string(), user_id: z.number().int() });
export type CallDecline = z.infer<typeof CallDecline>;

/** What readers of the line have written down about a call. */
export const CallNote = z.object({
  text: z.string(),
  /** The user who changed it last; empty when that user is gone. */
  by: z.string(),
  /** Unix time in seconds. */
  at: z.number().int(),
});
export type CallNote = z.infer<typeof CallNote>;

/** An entry of a line's call history. */
export const CallRecord = z.object({
  id: z.string(),
  /** All parts of one call share it. */
  callid: z.string(),
  phone: z.string(),
  /** The number that was called, and who called it. */
  cnumber: z.string(),
  snumber: z.string(),
  sname: z.string(),
  /** The other party, whichever way the call went. */
  number: z.string(),
  name: z.string(),
  dir: z.enum(["in", "out"]),
  status: CallRecordStatus,
  /** Unix time in seconds. */
  time: z.number().int(),
  /** The same in milliseconds: calls of one second have an order too. */
  time_ms: z.number().int(),
  /** Seconds talked. */
  duration: z.number().int(),
  new: z.boolean(),
  blocked: z.boolean(),
  /** Somebody was at the door. */
  doorbell: z.boolean(),
  /** Null: nobody did, or only the line is known. */
  declined: CallDecline.nullable(),
  /** The queue that handed it to the line. */
  queue: z.string().nullable(),
  recorded: z.boolean(),
  /** The caller has left a voicemail. */
  voicemail: z.boolean(),
  noted: z.boolean(),
  /** Null: nobody has dealt with it yet, or there was nothing to deal with. */
  returned: CallReturn.nullable(),
});
export type CallRecord = z.infer<typeof CallRecord>;

export const CallRecordFilter = z.enum(["all", "missed", "outgoing", "incoming"]);
export type CallRecordFilter = z.infer<typeof CallRecordFilter>;

const MAX_PAGE = 500;

/** Newest first. Left out, `phone` means all lines of the user. */
export const CallRecordsQuery = z.object({
  phone: PhoneName.optional(),
  filter: CallRecordFilter.default("all"),
  /** Only calls with this party: the digits of a public number with its country code, or an extension. */
  number: text(40).min(1).optional(),
  /** Entries older than this one: the last of the page before. */
  before: CallId.optional(),
  limit: z.coerce.number().int().min(1).max(MAX_PAGE).default(50),
});
export type CallRecordsQuery = z.infer<typeof CallRecordsQuery>;

export const CallRecordQuery = z.object({ id: CallId });

/** What was measured while the call lasted. */
export const CallQuality = z.object({
  time: z.number().int(),
  loss: z.number(),
  jitter_ms: z.number(),
  round_trip_ms: z.number().nullable(),
  /** 1 to 4.5; null when nothing came in the interval, as on hold. */
  mos: z.number().nullable(),
});
export type CallQuality = z.infer<typeof CallQuality>;

/** Something that happened to a call in a queue. */
export const CallQueueStep = z.object({
  type: z.enum([
    "entered",
    "offered",
    "missed",
    "answered",
    "abandoned",
    "overflowed",
    "moved",
    "callbackAsked",
    "callbackTaken",
    "callbackFailed",
    "callbackDropped",
  ]),
  /** Unix time in seconds. */
  at: z.number().int(),
  queue: z.string(),
  /** Whom it was offered to, or who missed or answered it; empty names are of lines that are gone. */
  agents: z.array(z.string()),
  /** Why it was missed, sent on or not called back, in one word. */
  reason: z.string().nullable(),
  /** How long the caller had waited, or of a missed offer how long it rang. */
  seconds: z.number().int().nullable(),
  /** Where somebody moved the call, if that is a queue. */
  to_queue: z.string().nullable(),
});
export type CallQueueStep = z.infer<typeof CallQueueStep>;

/** Somebody who leads agents took part in the call of one. */
export const CallSupervision = z.object({
  name: z.string(),
  act: z.enum(["listen", "whisper", "barge", "takeOver"]),
  /** Unix time in seconds. */
  at: z.number().int(),
  /** Null: not known, as after a crash of the server. */
  seconds: z.number().int().nullable(),
});
export type CallSupervision = z.infer<typeof CallSupervision>;

export const CallRecordDetails = CallRecord.extend({
  /** Why it ended, in one word. */
  cause: z.string(),
  /** Unix time in seconds; null when nobody answered. */
  answered_at: z.number().int().nullable(),
  ended_at: z.number().int(),
  quality: z.array(CallQuality),
  recordings: z.array(
    z.object({
      id: z.string(),
      /** Seconds. */
      duration: z.number().int(),
      /** Unix time in seconds. */
      time: z.number().int(),
      transcript: CallTranscript,
    }),
  ),
  note: CallNote.nullable(),
  /** The call's way through queues, in its order. */
  queue_steps: z.array(CallQueueStep),
  /** Who took it on another line; null: nobody did, or this line did. */
  answered_by: z.string().nullable(),
  /** Lines of the user that could have got the call and did not ring. */
  passed_over: z.array(PassedOverLine),
  /** For supervisors, and for the agent as far as the agent was told. */
  supervision: z.array(CallSupervision),
  /** Where the voicemail of this call is, when the user reads that box. */
  voicemail_message: z.object({ mailbox: z.string(), id: z.string() }).nullable(),
});
export type CallRecordDetails = z.infer<typeof CallRecordDetails>;

/** Without ids: everything of the line; without a line: everything of the user. */
export const CallRecordsRead = z.object({
  phone: PhoneName.optional(),
  ids: z.array(CallId).min(1).max(1000).optional(),
});
export type CallRecordsRead = z.infer<typeof CallRecordsRead>;

export const CallRecordingQuery = z.object({ id: CallId });
export const CallRecording = z.object({
  id: z.string(),
  /** Whoever has the address can hear it, for an hour or two: never store it. */
  url: z.string(),
  duration: z.number().int(),
  time: z.number().int(),
});
export type CallRecording = z.infer<typeof CallRecording>;
