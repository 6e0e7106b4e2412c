import { z } from "zod";
import { defineApi } from "../define-api.ts";
import { PushChannel } from "./push-frames.ts";

export const PushLoginRequest = z.object({ uuid: z.string().min(1).max(100) });

/** `subcribe_key` is the name on the wire; the right spelling stands beside it. */
export const PushLogin = z.object({
  subcribe_key: z.string(),
  subscribe_key: z.string(),
  publish_key: z.string(),
  /** A token for the push websocket's `hello`. */
  auth: z.string(),
  uuid: z.string(),
  channels: z.array(PushChannel),
  /** The user's own channel, and the one of their company. */
  chat: z.string(),
  customer_chat: z.string(),
  /** Unix time in seconds; 24 hours ahead. */
  expire: z.number().int(),
});
export type PushLogin = z.infer<typeof PushLogin>;

export const pushApi = defineApi({
  pushLogin: {
    method: "POST",
    path: "/push/login",
    access: "user",
    summary: "The channels a user may hear, and the key to hear them",
    body: PushLoginRequest,
    result: PushLogin,
  },
});
