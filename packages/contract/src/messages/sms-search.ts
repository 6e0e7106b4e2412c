import { z } from "zod";
import { text, trimmedText } from "../wire-values.ts";
import { SmsConversation, SmsLineList } from "./sms-conversation.ts";

export const MIN_SMS_SEARCH = 2;
const MAX_MATCHES = 100;

/** Newest first. */
export const SmsSearchQuery = z.object({
  q: trimmedText(200).min(MIN_SMS_SEARCH),
  /** Left out, every line of the user. */
  sms_line: SmsLineList.optional(),
  /** Numbers of contacts whose names fit, as a comma-separated list: the service does not know all of them. */
  match: z
    .string()
    .max(4000)
    .transform((list) => list.split(",").filter((number) => number !== ""))
    .pipe(z.array(text(40)).max(MAX_MATCHES))
    .optional(),
  offset: z.coerce.number().int().min(0).max(10_000).default(0),
  limit: z.coerce.number().int().min(1).max(50).default(12),
});
export type SmsSearchQuery = z.infer<typeof SmsSearchQuery>;

export const FoundSms = z.object({
  id: z.string(),
  smsLine: z.string(),
  /** The other party's number. */
  conversation: z.string(),
  kind: z.enum(["text", "comment"]),
  direction: z.enum(["in", "out"]),
  text: z.string(),
  /** Empty for what came in. */
  sent_by_name: z.string(),
  time: z.number().int(),
});
export type FoundSms = z.infer<typeof FoundSms>;

export const SmsSearchResult = z.object({
  /** With a number that holds these digits, or one of `match`; with the first page only. */
  conversations: z.array(SmsConversation),
  messages: z.array(FoundSms),
  hasMore: z.boolean(),
});
export type SmsSearchResult = z.infer<typeof SmsSearchResult>;
