import { z } from "zod";
import { text, trimmedText } from "../wire-values.ts";
import { MailboxName } from "./voicemail.ts";

/** A box the user reads. */
export const VoicemailBox = z.object({
  mailbox: z.string(),
  label: z.string(),
  /** The user's own box, not one they share. */
  owned: z.boolean(),
  /** The user may change its greetings and the switches below. */
  manageable: z.boolean(),
  /** Ids of the colleagues who read it as agents; empty for the owner of a personal box. */
  agents: z.array(z.number().int()),
  messages: z.number().int(),
  max_messages: z.number().int(),
  /** The longest message, in seconds. */
  max_seconds: z.number().int(),
  /** Messages that nobody saved go after so many days; null: they stay. */
  keep_days: z.number().int().nullable(),
  /** Each new message is also sent by mail. */
  mail: z.boolean(),
  /** Its readers may read along and pick up while somebody is speaking to it. */
  live: z.boolean(),
});
export type VoicemailBox = z.infer<typeof VoicemailBox>;

export const VoicemailBoxUpdate = z.object({
  mailbox: MailboxName,
  mail: z.boolean().optional(),
  live: z.boolean().optional(),
  keep_days: z.number().int().min(1).max(3650).nullable().optional(),
});
export type VoicemailBoxUpdate = z.infer<typeof VoicemailBoxUpdate>;

/** Recordings may last two minutes: 5 MB hold that as WAV of 16 kHz. */
export const GREETING_MAX_SECONDS = 120;
export const GREETING_MAX_BYTES = 6 * 1024 * 1024;

const GreetingId = text(100).min(1);
export const Greeting = z.object({
  id: z.string(),
  name: z.string(),
  /** Seconds. */
  duration: z.number().int(),
  /** Unix time in seconds. */
  time: z.number().int(),
});
export type Greeting = z.infer<typeof Greeting>;

/** When a greeting is heard. Null: the spoken default. */
export const GreetingChoice = z.object({
  no_answer: GreetingId.nullable(),
  busy: GreetingId.nullable(),
  closed: GreetingId.nullable(),
  /** Goes before all others until its time is over; null: none. */
  temporary: z
    .object({ greeting: GreetingId, /** Unix time in seconds. */ until: z.number().int().positive() })
    .nullable(),
});
export type GreetingChoice = z.infer<typeof GreetingChoice>;

export const MailboxQuery = z.object({ mailbox: MailboxName });
export const Greetings = z.object({ greetings: z.array(Greeting), chosen: GreetingChoice });
export type Greetings = z.infer<typeof Greetings>;

export const GreetingUpload = z.object({
  mailbox: MailboxName,
  /** Made by the client, so that a repeated request makes no second greeting. */
  uuid: GreetingId,
  name: trimmedText(100).min(1),
  /** WAV, MP3 or Ogg as base64. */
  file: z.base64().max(Math.ceil((GREETING_MAX_BYTES * 4) / 3)),
});
export type GreetingUpload = z.infer<typeof GreetingUpload>;
export const GreetingQuery = z.object({ mailbox: MailboxName, id: GreetingId });
export const GreetingName = GreetingQuery.extend({ name: trimmedText(100).min(1) });
export const GreetingChoiceUpdate = GreetingChoice.partial().extend({ mailbox: MailboxName });
export type GreetingChoiceUpdate = z.infer<typeof GreetingChoiceUpdate>;
export const GreetingFile = z.object({ url: z.string() });
