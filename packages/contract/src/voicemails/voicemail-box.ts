import { z } from "zod";
import { MailboxName } from "./voicemail.ts";

/** A box the user reads. */
export const VoicemailBox = z.object({
  mailbox: z.string(),
  label: z.string(),
  /** The user's own box, not one they share. */
  owned: z.boolean(),
  /** The user may change its greetings and the switches below. */
  manageable: z.boolean(),
  /** Ids of the colleagues who read it beside its owner. */
  agents: z.array(z.number().int()),
  messages: z.number().int(),
  max_messages: z.number().int(),
  /** The longest message, in seconds. */
  max_seconds: z.number().int(),
  /** Messages that nobody saved are deleted after so many days; null: they stay. */
  keep_days: z.number().int().nullable(),
  /** Each new message is also sent by mail to those who read the box. */
  mail: z.boolean(),
  /** Its readers may read along and pick up while somebody is speaking to it. */
  live: z.boolean(),
});
export type VoicemailBox = z.infer<typeof VoicemailBox>;

export const MAX_KEEP_DAYS = 3650;
export const VoicemailBoxUpdate = z.object({
  mailbox: MailboxName,
  mail: z.boolean().optional(),
  live: z.boolean().optional(),
  keep_days: z.number().int().min(1).max(MAX_KEEP_DAYS).nullable().optional(),
});
export type VoicemailBoxUpdate = z.infer<typeof VoicemailBoxUpdate>;
