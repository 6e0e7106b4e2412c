import { z } from "zod";

/** What can be done to agents and callers by somebody who leads them. */
export const QueueActKind = z.enum([
  "login",
  "logout",
  "pause",
  "resume",
  "order",
  "listen",
  "whisper",
  "barge",
  "takeOver",
  "moveToFront",
  "moveToQueue",
  "send",
  "cancelCallback",
  "assign",
  "shift",
]);
export type QueueActKind = z.infer<typeof QueueActKind>;

/** One entry of the list of such acts. */
export const QueueAct = z.object({
  id: z.number().int(),
  /** Unix time in seconds. */
  at: z.number().int(),
  user_id: z.number().int().nullable(),
  user_name: z.string(),
  act: QueueActKind,
  queue_id: z.number().int().nullable(),
  phone: z.string().nullable(),
  callid: z.string().nullable(),
  /** What exactly: a reason, a new order, where a caller was sent. */
  detail: z.string().nullable(),
});
export type QueueAct = z.infer<typeof QueueAct>;
