import { z } from "zod";
import { text } from "../wire-values.ts";
import { MAX_FAX_PAGES } from "./fax-sending.ts";

const At = z.number().int().nonnegative();
const Page = z.number().int().min(0).max(10_000);

/** How a fax at the provider stands: what it answers when asked, and what it posts when that changes. */
export const ProviderFax = z.object({
  id: text(200).min(1),
  state: z.enum(["queued", "sending", "delivered", "failed", "canceled"]),
  /** The page that is on its way, from 1 and of the whole fax; 0 where it does not tell. */
  page: Page.default(0),
  /** Pages that have arrived. */
  pagesSent: Page.default(0),
  station: text(200).default(""),
  /** Why it failed, in one of our words where one fits; anything else is told as the provider's own. */
  reason: text(40).default(""),
  /** What its machine said. */
  detail: text(500).default(""),
});
export type ProviderFax = z.infer<typeof ProviderFax>;

/** What an HTTP provider of faxes posts to `/api/fax/webhook`, signed. Times are Unix milliseconds. */
export const FaxWebhookEvent = z.discriminatedUnion("type", [
  ProviderFax.extend({ type: z.literal("fax.status"), at: At }),
  z.object({
    type: z.literal("fax.received"),
    id: text(200).min(1),
    /** Empty where the caller hides it. */
    from: z.string().regex(/^\+?\d{0,15}$/),
    to: z.string().regex(/^\+?\d{3,15}$/),
    callerName: text(200).default(""),
    station: text(200).default(""),
    pages: Page,
    damaged: z.array(z.number().int().min(1)).max(MAX_FAX_PAGES).default([]),
    /** TIFF or PDF. */
    file: z.object({ url: z.url().max(2_000), size: z.number().int().nonnegative().optional() }),
    at: At,
  }),
]);
export type FaxWebhookEvent = z.infer<typeof FaxWebhookEvent>;
