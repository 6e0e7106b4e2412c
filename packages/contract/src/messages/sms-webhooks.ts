import { z } from "zod";
import { text } from "../wire-values.ts";

const PhoneNumber = z.string().regex(/^\+?\d{3,15}$/);
const At = z.number().int().nonnegative();

/** A file that waits at the provider. */
export const SmsWebhookMedia = z.object({
  url: z.url().max(2_000),
  type: text(100),
  name: text(200).default(""),
  size: z.number().int().nonnegative().optional(),
});
export type SmsWebhookMedia = z.infer<typeof SmsWebhookMedia>;

/** What an HTTP provider posts to `/api/sms/webhook`, signed. Times are Unix milliseconds. */
export const SmsWebhookEvent = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("message.received"),
    id: text(200).min(1),
    from: PhoneNumber,
    to: PhoneNumber,
    text: text(20_000).default(""),
    media: z.array(SmsWebhookMedia).max(10).default([]),
    at: At,
  }),
  z.object({
    type: z.literal("message.status"),
    id: text(200).min(1),
    state: z.enum(["sent", "delivered", "failed", "rejected", "expired"]),
    code: text(40).default(""),
    at: At,
  }),
]);
export type SmsWebhookEvent = z.infer<typeof SmsWebhookEvent>;
