import { z } from "zod";
import { Task } from "../tasks/index.ts";
import { QueryFlag, text } from "../wire-values.ts";
import { FaxReason } from "./fax-reason.ts";

export const FaxId = text(200).min(1);
/** The number of a fax line, as the profile's `fax_lines` have it. */
export const FaxMailbox = text(100).min(1);
export const NO_FAX_ACCESS_TEXT = "Please check if user has access to this Fax Line";

export const FaxDirection = z.enum(["SENT", "INBOX"]);
export type FaxDirection = z.infer<typeof FaxDirection>;

/** `normal`: 204 by 98 dots an inch. `fine`: 204 by 196. */
export const FaxResolution = z.enum(["normal", "fine"]);
export type FaxResolution = z.infer<typeof FaxResolution>;

/** `dlr_status`: below 0 it is being sent, 0 it has arrived, above 0 it failed (`FAX_REASONS`). */
export const FAX_SENDING = -1;
export const FAX_SENT = 0;

/** A fax of a line, sent or received. Times are unix times in seconds. */
export const Fax = z.object({
  id: z.string(),
  mailbox: z.string(),
  /** The line as users know it. */
  name: z.string(),
  dir: FaxDirection,
  /** Who sent it: of a received one the caller's number (empty where hidden), else the line's own. */
  callerId: z.string(),
  /** What the network calls the sender; contacts know better. */
  callername: z.string(),
  /** Where it went: of a sent one the recipient's number, else the line's own. */
  called: z.string(),
  /** When it came, or was handed in. */
  time: z.number().int(),
  /** The same in milliseconds: faxes of one second have an order too. */
  time_ms: z.number().int(),
  pages: z.number().int(),
  new: z.boolean(),
  /** Ids of the users who have read it. */
  read_by: z.array(z.number().int()),
  dlr_status: z.number().int(),
  /** Why it failed, or why the last try did, in plain words; empty where nothing went wrong. */
  dlr_error: z.string(),
  /** The same for programs. */
  reason: FaxReason.nullable(),
  /** When it was handed in, before anything is known of its delivery; 0 for a received one. */
  submited: z.number().int(),
  /** How the other machine names itself; empty until it has. */
  station: z.string(),
  subject: z.string(),
  resolution: FaxResolution,
  /** The page that is on its way, from 1; 0 while none is. */
  page: z.number().int(),
  /** Tries so far, with the one that runs. */
  tries: z.number().int(),
  max_tries: z.number().int(),
  /** When the next try begins, or when a scheduled one is sent; null where none is planned. */
  next_try: z.number().int().nullable(),
  /** Pages that arrived damaged, from 1. */
  damaged: z.array(z.number().int()),
  /** Its pages as a file; null until there are any. */
  fileData: z.object({ type: z.literal("application/pdf"), bytes: z.number().int() }).nullable(),
  /** Newest first; the first is the current one. */
  tasks: z.array(Task),
});
export type Fax = z.infer<typeof Fax>;

/** `mine`, `unassigned` and `unresolved` are about tasks that are open. */
export const FaxFilter = z.enum(["all", "failed", "mine", "unassigned", "unresolved"]);
export type FaxFilter = z.infer<typeof FaxFilter>;

const FaxMailboxes = text(10_000)
  .min(1)
  .transform((names) => [...new Set(names.split(","))])
  .pipe(z.array(FaxMailbox).max(1000));

const UnixTime = z.coerce.number().int().min(0).max(9e9);

/** Left out, `mailbox` means all lines of the user. `start` and `end` are unix times in seconds, both included. */
export const FaxListQuery = z.object({
  mailbox: FaxMailboxes.optional(),
  start: UnixTime.optional(),
  end: UnixTime.optional(),
  descending: QueryFlag.default(true),
  _limit: z.coerce.number().int().min(1).max(200).default(50),
  _offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  dir: FaxDirection.optional(),
  filter: FaxFilter.default("all"),
  /** Only those from or to this number. */
  number: text(40).min(1).optional(),
  /** Those that follow this one in the order asked for: the last of the page before. Quicker than `_offset`. */
  after: FaxId.optional(),
});
export type FaxListQuery = z.infer<typeof FaxListQuery>;

export const FaxQuery = z.object({ mailbox: FaxMailbox, id: FaxId });
export type FaxQuery = z.infer<typeof FaxQuery>;

/** One call, or one order to a provider. */
export const FaxTry = z.object({
  number: z.number().int(),
  /** Unix times in seconds. */
  started: z.number().int(),
  ended: z.number().int().nullable(),
  way: z.enum(["phone", "t38", "provider", "inside"]),
  /** Null while it runs, and where it delivered. */
  reason: FaxReason.nullable(),
  /** What T.30, SIP or the provider said, for those who want to know. */
  detail: z.string(),
  pages_sent: z.number().int(),
  station: z.string(),
});
export type FaxTry = z.infer<typeof FaxTry>;

export const FaxReader = z.object({
  user_id: z.number().int(),
  name: z.string(),
  /** Unix time in seconds. */
  at: z.number().int(),
});

export const FaxDetails = Fax.extend({
  readers: z.array(FaxReader),
  /** Of a sent one, oldest first. */
  attempts: z.array(FaxTry),
  /** Who handed it in; null for a received one, or when they are gone. */
  sent_by: z.object({ user_id: z.number().int(), name: z.string() }).nullable(),
  /** A receipt can be had. */
  has_receipt: z.boolean(),
});
export type FaxDetails = z.infer<typeof FaxDetails>;

export const FaxFileQuery = FaxQuery.extend({
  /** As a file to keep, under a name that says who and when. */
  download: QueryFlag.default(false),
});
export const FaxFile = z.object({
  /** Whoever has the address can read it, for an hour or two: never store it. */
  url: z.string(),
  filename: z.string(),
  pages: z.number().int(),
});
export type FaxFile = z.infer<typeof FaxFile>;

export const FaxDeletion = z.object({
  /** Unix time in milliseconds; then the file is gone. */
  undoUntil: z.number().int(),
});
export type FaxDeletion = z.infer<typeof FaxDeletion>;

/** A fax sent on as mail. A repeat with the same uuid sends nothing. */
export const FaxMail = FaxQuery.extend({
  uuid: text(100).min(1),
  to: z.email().max(254),
  note: text(2000).default(""),
});
export type FaxMail = z.input<typeof FaxMail>;
