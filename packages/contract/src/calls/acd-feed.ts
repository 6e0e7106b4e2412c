import { z } from "zod";
import { QueueAgentStatus, QueueStatus } from "../queues/queue-status.ts";
import { NumericId } from "../wire-values.ts";
import { LiveCall } from "./live-call.ts";

/** What a subscriber hears of. */
export const AcdTopic = z.enum(["calls", "queues", "agents"]);
export type AcdTopic = z.infer<typeof AcdTopic>;

/** The first frame must be `login`, within five seconds of connecting. */
export const AcdClientFrame = z.discriminatedUnion("action", [
  z.object({
    action: z.literal("login"),
    token: z.string().min(1).max(4000),
    customer_id: NumericId.optional(),
  }),
  /** In place of what was subscribed to before. */
  z.object({ action: z.literal("subscribe"), to: z.array(AcdTopic).min(1).default(["calls"]) }),
  z.object({ action: z.literal("unsubscribe") }),
  /** A word to everybody who sees the queue now. */
  z.object({
    action: z.literal("message"),
    queue_id: NumericId,
    text: z.string().trim().min(1).max(500),
  }),
  z.object({ action: z.literal("ping") }),
]);
export type AcdClientFrame = z.infer<typeof AcdClientFrame>;

export const AcdServerFrame = z.discriminatedUnion("type", [
  z.object({ type: z.literal("login"), data: z.object({ customer_id: z.number().int() }) }),
  /** The calls that the user may see, as they now are: of their lines and queues, or all for administrators. */
  z.object({ type: z.literal("calls"), data: z.object({ calls: z.array(LiveCall) }) }),
  /** The queues that the user may see, as they now are. */
  z.object({
    type: z.literal("queues"),
    data: z.object({ queues: z.array(QueueStatus.omit({ agents: true })) }),
  }),
  /** The agents of these queues; one who serves several of them is there once for each. */
  z.object({
    type: z.literal("agents"),
    data: z.object({ agents: z.array(QueueAgentStatus.extend({ queue_id: z.number().int() })) }),
  }),
  /** To all subscribers who see the queue, whoever wrote it included. */
  z.object({
    type: z.literal("message"),
    data: z.object({
      queue_id: z.number().int(),
      user_id: z.number().int(),
      text: z.string(),
      /** Unix time in seconds. */
      at: z.number().int(),
    }),
  }),
  z.object({ type: z.literal("pong") }),
]);
export type AcdServerFrame = z.infer<typeof AcdServerFrame>;

/** Close codes, as those of the push websocket. */
export const ACD_CLOSE = {
  badFrame: 4400,
  accessDenied: 4401,
  loginTimeout: 4408,
  tooMany: 4429,
  sessionEnded: 4433,
  serverStopping: 1012,
} as const;
