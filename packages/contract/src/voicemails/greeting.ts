import { z } from "zod";
import { text, trimmedText } from "../wire-values.ts";
import { MailboxName } from "./voicemail.ts";

export const GREETING_MAX_SECONDS = 120;
/** Two minutes of WAV at 22 kHz; as MP3 or Ogg a tenth of it. */
export const GREETING_MAX_BYTES = 6 * 1024 * 1024;
/** The body that carries it as base64. */
export const GREETING_BODY_BYTES = Math.ceil((GREETING_MAX_BYTES * 4) / 3) + 64 * 1024;
export const MAX_GREETINGS = 50;

const GreetingId = text(100).min(1);
const GreetingName = trimmedText(100).min(1);

/** A recording of a box, whether callers hear it or not. */
export const Greeting = z.object({
  id: z.string(),
  name: z.string(),
  /** Seconds. */
  duration: z.number().int(),
  /** Unix time in seconds. */
  time: z.number().int(),
});
export type Greeting = z.infer<typeof Greeting>;

/** When a recording is heard. Null: the spoken default. */
export const GreetingChoice = z.object({
  no_answer: GreetingId.nullable(),
  /** On another call, or not to be disturbed. */
  busy: GreetingId.nullable(),
  /** Outside the company's hours. */
  closed: GreetingId.nullable(),
  /** Goes before all others until its time is over; null: none. */
  temporary: z
    .object({
      greeting: GreetingId,
      /** Unix time in seconds. */ until: z.number().int().positive().max(9e9),
    })
    .nullable(),
  /** The name that the spoken default says; null: "the person you called". */
  name: GreetingId.nullable(),
});
export type GreetingChoice = z.infer<typeof GreetingChoice>;

export const MailboxQuery = z.object({ mailbox: MailboxName });
export const Greetings = z.object({
  /** Newest first. */
  greetings: z.array(Greeting),
  chosen: GreetingChoice,
  /** When the company is open, as its file says it ("mon-fri 09:00-17:00"); empty: always. */
  hours: z.array(z.string()),
});
export type Greetings = z.infer<typeof Greetings>;

export const GreetingUpload = z.object({
  mailbox: MailboxName,
  /** Made by the client, so that a repeated request makes no second greeting. */
  uuid: GreetingId,
  name: GreetingName,
  /** WAV, MP3 or Ogg (Opus, Vorbis) as base64. */
  file: z.string().min(1),
});
export type GreetingUpload = z.infer<typeof GreetingUpload>;

export const GreetingQuery = z.object({ mailbox: MailboxName, id: GreetingId });
export type GreetingQuery = z.infer<typeof GreetingQuery>;
export const GreetingRename = GreetingQuery.extend({ name: GreetingName });
export type GreetingRename = z.infer<typeof GreetingRename>;
/** What is left out stays as it is. */
export const GreetingChoiceUpdate = GreetingChoice.partial().extend({ mailbox: MailboxName });
export type GreetingChoiceUpdate = z.infer<typeof GreetingChoiceUpdate>;

export const GreetingFile = z.object({
  /** Whoever has the address can hear it, for an hour or two: never store it. */
  url: z.string(),
});
