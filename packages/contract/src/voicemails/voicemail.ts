import { z } from "zod";
import { SpokenSentence } from "../spoken-sentence.ts";
import { Task } from "../tasks/index.ts";
import { QueryFlag, text } from "../wire-values.ts";

export const VoicemailId = text(200).min(1);
export const MailboxName = text(100).min(1);
/** As of an SMS number or a fax line that the user cannot reach. */
export const NO_MAILBOX_ACCESS_TEXT = "Please check if user has access to this Voicemail Box";

/** New messages come into the inbox. Saved ones are kept until somebody deletes them, whatever the box's days say. */
export const VoicemailFolder = z.enum(["INBOX", "SAVED"]);
export type VoicemailFolder = z.infer<typeof VoicemailFolder>;

/**
 * `off`: no engine runs here. `none`: it was listened to, and no words could be made out. `failed`: the file could not
 * be read, after the last try.
 */
export const TranscriptionState = z.enum(["off", "waiting", "done", "none", "failed"]);
export type TranscriptionState = z.infer<typeof TranscriptionState>;

/** A message in a voicemail box. */
export const Voicemail = z.object({
  id: z.string(),
  mailbox: z.string(),
  /** The box as users know it. */
  name: z.string(),
  dir: VoicemailFolder,
  /** The caller's number; empty where it is hidden. */
  callerId: z.string(),
  /** Name and number in one line, as the network gave them. */
  caller: z.string(),
  /** What the network calls them; contacts know better. */
  callername: z.string(),
  /** Seconds. */
  duration: z.number().int(),
  /** Unix time in seconds. */
  time: z.number().int(),
  /** The same in milliseconds: messages of one second have an order too. */
  time_ms: z.number().int(),
  new: z.boolean(),
  /** Ids of the users who have read it. */
  read_by: z.array(z.number().int()),
  /** What was said, as a machine heard it; empty where there is nothing to show. */
  transcription: z.string(),
  transcription_state: TranscriptionState,
  /** Why its file cannot be heard; null where it can. */
  fileError: z.string().nullable(),
  /** The server or the line went away while somebody was speaking: the end is missing. */
  cut_off: z.boolean(),
  /** Newest first; the first is the current one. */
  tasks: z.array(Task),
});
export type Voicemail = z.infer<typeof Voicemail>;

/** `mine`, `unassigned` and `unresolved` are about tasks that are open. */
export const VoicemailFilter = z.enum(["all", "new", "mine", "unassigned", "unresolved"]);
export type VoicemailFilter = z.infer<typeof VoicemailFilter>;

/** One box, or several with commas between them. */
const MailboxNames = text(10_000)
  .min(1)
  .transform((names) => [...new Set(names.split(","))])
  .pipe(z.array(MailboxName).max(1000));

/** Newest first. Left out, `mailbox` means all boxes of the user, `dir` every folder. */
export const VoicemailListQuery = z.object({
  mailbox: MailboxNames.optional(),
  dir: VoicemailFolder.optional(),
  filter: VoicemailFilter.default("all"),
  /** Only those of this caller. */
  number: text(40).min(1).optional(),
  /** Messages older than this one: the last of the page before. */
  before: VoicemailId.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export type VoicemailListQuery = z.infer<typeof VoicemailListQuery>;

export const VoicemailQuery = z.object({ mailbox: MailboxName, id: VoicemailId });
export type VoicemailQuery = z.infer<typeof VoicemailQuery>;

export const VoicemailReader = z.object({
  user_id: z.number().int(),
  name: z.string(),
  /** Unix time in seconds. */
  at: z.number().int(),
});
export type VoicemailReader = z.infer<typeof VoicemailReader>;

export const VoicemailDetails = Voicemail.extend({
  sentences: z.array(SpokenSentence),
  readers: z.array(VoicemailReader),
  /** How loud it is from beginning to end, 0 to 100 each; empty where the file cannot be read. */
  peaks: z.array(z.number().int().min(0).max(100)),
  /** The entry of the call history, as the user's own line has it. */
  callid: z.string(),
});
export type VoicemailDetails = z.infer<typeof VoicemailDetails>;

export const VoicemailFileQuery = VoicemailQuery.extend({
  /** As a file to keep, under a name that says who called and when. */
  download: QueryFlag.default(false),
});
export const VoicemailFile = z.object({
  /** Whoever has the address can hear it, for an hour or two: never store it. */
  url: z.string(),
  filename: z.string(),
  duration: z.number().int(),
});
export type VoicemailFile = z.infer<typeof VoicemailFile>;

export const VoicemailMove = z.object({
  mailbox: MailboxName,
  ids: z.array(VoicemailId).min(1).max(1000),
  dir: VoicemailFolder,
});
export type VoicemailMove = z.infer<typeof VoicemailMove>;

export const VoicemailDeletion = z.object({
  /** Unix time in milliseconds; then the file is gone. */
  undoUntil: z.number().int(),
});
export type VoicemailDeletion = z.infer<typeof VoicemailDeletion>;

/** A message sent on as mail, with its file and what was said in it. A repeat with the same uuid sends nothing. */
export const VoicemailMail = VoicemailQuery.extend({
  uuid: text(100).min(1),
  to: z.email().max(254),
  note: text(2000).default(""),
});
export type VoicemailMail = z.input<typeof VoicemailMail>;
