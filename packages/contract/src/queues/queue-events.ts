import { z } from "zod";
import { defineEvents, type EventOf } from "../push/define-events.ts";
import { Bit } from "../wire-values.ts";

export const queueEvents = defineEvents({
  QUEUE_UPDATE: {
    to: ["customer"],
    when: "A line logged in to or out of a queue.",
    schema: z.object({
      type: z.literal("QUEUE_UPDATE"),
      queue_id: z.number().int(),
      phone: z.string(),
      user_id: z.number().int().nullable(),
      available: Bit,
    }),
  },
  HUNTGROUP_UPDATE: {
    to: ["customer"],
    when: "A line of a hunt group was changed.",
    schema: z.object({
      type: z.literal("HUNTGROUP_UPDATE"),
      huntgroup_id: z.number().int(),
      hid: z.number().int(),
      dnumber: z.string(),
      available: Bit,
      level: z.number().int(),
    }),
  },
});
export type QueueEvent = EventOf<typeof queueEvents>;
