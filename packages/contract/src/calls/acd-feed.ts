import { z } from "zod";
import { NumericId } from "../wire-values.ts";
import { LiveCall } from "./live-call.ts";

/** The first frame must be `login`, within five seconds of connecting. */
export const AcdClientFrame = z.discriminatedUnion("action", [
  z.object({
    action: z.literal("login"),
    token: z.string().min(1).max(4000),
    customer_id: NumericId.optional(),
  }),
  z.object({ action: z.literal("subscribe") }),
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
