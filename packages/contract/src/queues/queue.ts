import { z } from "zod";
import { Bit, NumericId, text } from "../wire-values.ts";

/** A call queue. `available`: one of the user's lines, or the asked-for one, is logged in. */
export const Queue = z.object({
  id: z.number().int(),
  name: z.string(),
  extension: z.string(),
  available: Bit,
});
export type Queue = z.infer<typeof Queue>;

/** A line that serves a queue. */
export const QueueAgent = z.object({
  queue_id: z.number().int(),
  phone: z.string(),
  user_id: z.number().int().nullable(),
  name: z.string(),
  extension: z.string().nullable(),
  available: Bit,
});
export type QueueAgent = z.infer<typeof QueueAgent>;

/** A phone line's name; left out, every line of the user. */
export const QueueQuery = z.object({ phone: text(100).min(1).optional() });
export const QueueLogin = z.object({ queue: NumericId, phone: text(100).min(1) });
