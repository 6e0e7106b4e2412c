import { z } from "zod";
import { defineApi } from "../define-api.ts";

/** What a browser's `PushSubscription` gives: where to send, and the keys only it can read with. */
export const PushSubscriptionInput = z.object({
  endpoint: z.url({ protocol: /^https?$/ }).max(2000),
  keys: z.object({
    p256dh: z.string().regex(/^[\w-]{80,100}=*$/),
    auth: z.string().regex(/^[\w-]{16,40}=*$/),
  }),
});
export type PushSubscriptionInput = z.infer<typeof PushSubscriptionInput>;

/** What the service worker is told. */
export const PushNotice = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("call"),
    /** Names the notification; later words on the same call carry it too. */
    tag: z.string(),
    title: z.string(),
    body: z.string(),
    path: z.string(),
    /** Declines the call without signing in. */
    decline: z.string(),
    /** Unix time in milliseconds: it does not ring any longer. */
    until: z.number(),
  }),
  z.object({
    type: z.literal("callOver"),
    tag: z.string(),
    /** What to say of a call that was missed, or that a colleague declined; null where somebody has taken it. */
    missed: z.object({ title: z.string(), body: z.string(), path: z.string() }).nullable(),
  }),
  z.object({
    type: z.literal("message"),
    tag: z.string(),
    title: z.string(),
    body: z.string(),
    path: z.string(),
  }),
]);
export type PushNotice = z.infer<typeof PushNotice>;

export const notificationsApi = defineApi({
  getPushKey: {
    method: "GET",
    path: "/notifications/key",
    access: "user",
    summary: "The key by which push services know this installation, and whether this session is subscribed",
    result: z.object({ key: z.string(), subscribed: z.boolean() }),
  },
  subscribeToPush: {
    method: "PUT",
    path: "/notifications/subscription",
    access: "user",
    summary: "Tell this browser of calls and messages while no page is open",
    body: PushSubscriptionInput,
    result: z.object({}),
    ratePerMinute: 20,
  },
  unsubscribeFromPush: {
    method: "DELETE",
    path: "/notifications/subscription",
    access: "user",
    summary: "Tell this browser nothing any more",
    result: z.object({}),
  },
  declineFromPush: {
    method: "POST",
    path: "/notifications/decline",
    access: "public",
    summary: "Decline a call by the ticket of its notification: a service worker has no session",
    body: z.object({ ticket: z.string().min(1).max(400) }),
    result: z.object({}),
    ratePerMinute: 60,
  },
});
