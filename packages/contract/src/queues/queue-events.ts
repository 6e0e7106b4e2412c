import { z } from "zod";
import { defineEvents, type EventOf } from "../push/define-events.ts";
import { Bit } from "../wire-values.ts";
import { QueueAct } from "./queue-acts.ts";
import { QueuePause, QueueStatus } from "./queue-status.ts";

export const queueEvents = defineEvents({
  QUEUE_UPDATE: {
    to: ["customer"],
    when: "A line logged in to or out of a queue, or has another place in it.",
    schema: z.object({
      type: z.literal("QUEUE_UPDATE"),
      queue_id: z.number().int(),
      phone: z.string(),
      user_id: z.number().int().nullable(),
      available: Bit,
    }),
  },
  QUEUE_STATUS: {
    to: ["queue"],
    isReplaced: true,
    when: "Somebody waits in a queue or no longer does, or an agent does something else; at most four a second.",
    schema: z.object({ type: z.literal("QUEUE_STATUS"), status: QueueStatus }),
  },
  QUEUE_PAUSE: {
    to: ["phone"],
    when: "A line was paused in its queues, or takes their calls again.",
    schema: QueuePause.extend({ type: z.literal("QUEUE_PAUSE"), user_id: z.number().int().nullable() }),
  },
  QUEUE_MISSED: {
    to: ["phone"],
    when: "A queue rang a line for a call, and it was not answered there.",
    schema: z.object({
      type: z.literal("QUEUE_MISSED"),
      phone: z.string(),
      queue_id: z.number().int(),
      queue_name: z.string(),
      callid: z.string(),
      reason: z.enum(["noAnswer", "declined", "unreachable"]),
      /** Unix time in seconds. */
      at: z.number().int(),
    }),
  },
  QUEUE_ACT: {
    to: ["supervision"],
    when: "Somebody who leads agents did something to an agent or a caller.",
    schema: z.object({ type: z.literal("QUEUE_ACT"), act: QueueAct }),
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
