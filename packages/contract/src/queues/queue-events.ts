import { z } from "zod";
import { Bit } from "../wire-values.ts";

/** To the company: a line logged in to or out of a queue. */
export const QueueUpdateEvent = z.object({
  type: z.literal("QUEUE_UPDATE"),
  queue_id: z.number().int(),
  phone: z.string(),
  user_id: z.number().int().nullable(),
  available: Bit,
});

/** To the company: a line of a hunt group changed. */
export const HuntGroupUpdateEvent = z.object({
  type: z.literal("HUNTGROUP_UPDATE"),
  huntgroup_id: z.number().int(),
  hid: z.number().int(),
  dnumber: z.string(),
  available: Bit,
  level: z.number().int(),
});

export const QueueEvent = z.discriminatedUnion("type", [QueueUpdateEvent, HuntGroupUpdateEvent]);
export type QueueEvent = z.infer<typeof QueueEvent>;
