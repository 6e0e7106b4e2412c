import { z } from "zod";
import { SupervisionMode } from "../calls/live-call.ts";
import { NumericId, text } from "../wire-values.ts";
import { QueueAct } from "./queue-acts.ts";
import { QueuePauseOrder } from "./queue-status.ts";

const PhoneName = text(100).min(1);
const CallName = text(100).min(1);

/** Without a line: the browser that asks, or else all phones of the user's line. */
export const TakeOverOrder = z.object({ callid: CallName, phone: PhoneName.optional() });
export type TakeOverOrder = z.infer<typeof TakeOverOrder>;
/** Repeated with another mode, or for another call, it changes what goes on. */
export const SuperviseOrder = TakeOverOrder.extend({ mode: SupervisionMode });
export type SuperviseOrder = z.infer<typeof SuperviseOrder>;

/** The call of an agent that came through a queue. */
export const QueueCall = z.object({
  callid: z.string(),
  queue_id: z.number().int(),
  /** The agent's line, and who answers there. */
  phone: z.string(),
  agent: z.string(),
  /** The caller. */
  number: z.string(),
  name: z.string(),
  /** When it was answered; Unix time in seconds. */
  since: z.number().int(),
  supervisors: z.array(z.object({ user_id: z.number().int(), name: z.string(), mode: SupervisionMode })),
});
export type QueueCall = z.infer<typeof QueueCall>;

/** A line as an agent of a queue. */
export const QueueAgentRef = z.object({ queue: NumericId, phone: PhoneName });
export type QueueAgentRef = z.infer<typeof QueueAgentRef>;

export const MAX_PENALTY = 100;
export const MAX_POSITION = 1_000;

/** Lower penalties ring first; among equals it is the position's turn. */
export const QueueAgentOrder = z.object({
  ...QueueAgentRef.shape,
  penalty: z.number().int().min(0).max(MAX_PENALTY),
  position: z.number().int().min(0).max(MAX_POSITION),
});
export type QueueAgentOrder = z.infer<typeof QueueAgentOrder>;
/** The place of an agent in a queue, as it is. */
export const QueueAgentPlace = z.object({
  queue_id: z.number().int(),
  phone: z.string(),
  penalty: z.number().int(),
  position: z.number().int(),
});
export type QueueAgentPlace = z.infer<typeof QueueAgentPlace>;

export const AgentPauseOrder = QueuePauseOrder.required();
export type AgentPauseOrder = z.infer<typeof AgentPauseOrder>;
export const AgentResumeOrder = z.object({ phone: PhoneName });

export const QueueActsQuery = z.object({
  queue: NumericId.optional(),
  phone: PhoneName.optional(),
  /** Older than this one: the `next` of the page before. */
  before: NumericId.optional(),
});
export type QueueActsQuery = z.infer<typeof QueueActsQuery>;

/** Newest first. */
export const QueueActPage = z.object({
  acts: z.array(QueueAct),
  /** Null: there are no older ones. */
  next: z.number().int().nullable(),
});
export type QueueActPage = z.infer<typeof QueueActPage>;
