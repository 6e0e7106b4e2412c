import { z } from "zod";
import { text, trimmedText } from "../wire-values.ts";

/** `paused` and `wrapUp` agents are logged in and not rung; `unreachable` ones have no device that answers. */
export const QueueAgentState = z.enum([
  "loggedOut",
  "unreachable",
  "idle",
  "ringing",
  "busy",
  "wrapUp",
  "paused",
]);
export type QueueAgentState = z.infer<typeof QueueAgentState>;

/** Somebody who waits in a queue. */
export const QueueCaller = z.object({
  callid: z.string(),
  /** 1 is next. */
  position: z.number().int(),
  number: z.string(),
  name: z.string(),
  /** When the caller began to wait, also where that was in another queue; Unix time in seconds. */
  since: z.number().int(),
  /** Agents may choose this caller now: the queue allows it, and nobody rings for the caller. */
  can_take: z.boolean(),
  /** Above 0 the caller goes before others. */
  priority: z.number().int(),
  /** The tag of a contact that the priority comes from. */
  tag: z.string().nullable(),
  /** Has hung up, and is called when it is their turn. */
  is_callback: z.boolean(),
});
export type QueueCaller = z.infer<typeof QueueCaller>;

export const QueueAgentStatus = z.object({
  phone: z.string(),
  user_id: z.number().int().nullable(),
  name: z.string(),
  extension: z.string().nullable(),
  state: QueueAgentState,
  /** Unix time in seconds. */
  since: z.number().int(),
  /** Why the agent is paused. Also in a call, after which the pause begins. */
  reason: z.string().nullable(),
  /** When the wrap-up ends by itself, as Unix time in seconds; null in all other states. */
  until: z.number().int().nullable(),
  /** The call of this queue that the agent is on, and how many seconds the caller had waited, in all queues on the way. */
  call: z.object({ callid: z.string(), waited: z.number().int() }).nullable(),
});
export type QueueAgentStatus = z.infer<typeof QueueAgentStatus>;

/** A queue at this moment. */
export const QueueStatus = z.object({
  queue_id: z.number().int(),
  name: z.string(),
  extension: z.string(),
  /** In order of their turn. */
  waiting: z.array(QueueCaller),
  agents: z.array(QueueAgentStatus),
});
export type QueueStatus = z.infer<typeof QueueStatus>;

/** Agents see the queues that their lines serve, supervisors all of them. */
export const QueueStatuses = z.object({
  queues: z.array(QueueStatus),
  /** What agents of this company may say when they pause. */
  pause_reasons: z.array(z.string()),
});
export type QueueStatuses = z.infer<typeof QueueStatuses>;

export const MAX_PAUSE_REASON = 60;
const PhoneName = text(100).min(1);

/** Without a line: every line of the user that serves a queue. */
export const QueuePauseOrder = z.object({
  reason: trimmedText(MAX_PAUSE_REASON).min(1),
  phone: PhoneName.optional(),
});
export type QueuePauseOrder = z.infer<typeof QueuePauseOrder>;
export const QueueResumeOrder = z.object({ phone: PhoneName.optional() });

/** Whether a line is paused in its queues. */
export const QueuePause = z.object({
  phone: z.string(),
  /** Null: not paused. */
  reason: z.string().nullable(),
  /** Unix time in seconds. */
  since: z.number().int().nullable(),
});
export type QueuePause = z.infer<typeof QueuePause>;
