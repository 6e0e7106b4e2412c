import { z } from "zod";
import { CallQuality } from "./call-record.ts";

export const LiveCallStatus = z.enum([
  "calling",
  "ringing",
  "waiting",
  "application",
  "answer",
  "hold",
  "parked",
  "lost",
  "ended",
]);
export type LiveCallStatus = z.infer<typeof LiveCallStatus>;

/** What talks to a caller instead of a person. */
export const LiveApplication = z.enum([
  "voicemail",
  "mailbox",
  "room",
  "echo",
  "music",
  "callback",
  "callbackKept",
  "prompt",
  "supervision",
]);
export type LiveApplication = z.infer<typeof LiveApplication>;

/** How somebody who leads an agent takes part in a call: heard by nobody, by the agent alone, or by both. */
export const SupervisionMode = z.enum(["listen", "whisper", "barge"]);
export type SupervisionMode = z.infer<typeof SupervisionMode>;

/** One party of a call that is going on. */
export const LiveCall = z.object({
  /** All parties of one call share it. */
  callid: z.string(),
  /** The entry it will have in the call history. */
  uniqueid: z.string(),
  /** What commands name this party by. */
  channel: z.string(),
  /** The channel at the other end, empty while there is none. */
  bridged_callid: z.string(),
  status: LiveCallStatus,
  /** What the two ends are: a line, a party outside, a queue, an application. */
  stype: z.enum(["phone", "external"]),
  dtype: z.enum(["phone", "external", "queue", "application"]),
  /** The company's id. */
  scustomer: z.string(),
  snumber: z.string(),
  called: z.string(),
  callername: z.string(),
  callerid_external: z.string(),
  callerid_internal: z.string(),
  /** Seconds since the call began. */
  totaltime: z.number().int(),
  /** Name of the line; null for a party outside. */
  phone: z.string().nullable(),
  /** The Call-ID of its SIP dialog, by which a client finds its own leg. */
  sip_callid: z.string().nullable(),
  dir: z.enum(["in", "out"]),
  number: z.string(),
  name: z.string(),
  muted: z.boolean(),
  /** This party has put the other one on hold; with status 'hold' and without this it is held itself. */
  holding: z.boolean(),
  /** This party shows its pictures. The other one's page may then ask to see them, by a re-INVITE with video. */
  video: z.boolean(),
  /** Its device could: a call of two such parties can have pictures. */
  can_video: z.boolean(),
  doorbell: z.boolean(),
  /** What the party with the status 'application' listens to; null while people talk. */
  application: LiveApplication.nullable(),
  recording: z.boolean(),
  /** The queue that gave the call to its agent records it, or forbids that; null where whoever talks decides. */
  recording_rule: z.enum(["always", "never"]).nullable(),
  /** Of an agent's party: who leads the agent and takes part in the call, as far as the agent may know. */
  supervisors: z.array(z.object({ name: z.string(), mode: SupervisionMode })),
  conference: z.string().nullable(),
  park_slot: z.number().int().nullable(),
  queue_id: z.number().int().nullable(),
  /** The queue or hunt group the call came through. */
  via: z.object({ kind: z.enum(["queue", "huntgroup"]), name: z.string() }).nullable(),
  /** The note of the user who transferred the call for whoever takes it, and that user's name. */
  note: z.string().nullable(),
  note_from: z.string().nullable(),
  /** The last interval of this party's audio. Told anew when it has changed by an amount that people hear. */
  quality: CallQuality.nullable(),
  /** Unix times in seconds. */
  started_at: z.number().int(),
  /**
   * Since when this party no longer just calls or rings. A queue answers its callers long before an agent does: how long
   * two people have talked is told by the party that came last.
   */
  answered_at: z.number().int().nullable(),
});
export type LiveCall = z.infer<typeof LiveCall>;
