import { z } from "zod";

/**
 * `queued` waits for the carrier, `sent` is with it, `delivered` on the phone; the others say why it never got there.
 * Null: a text that came in, a comment, or one that is scheduled.
 */
export const DlrStatus = z.enum(["queued", "sent", "delivered", "failed", "rejected", "expired"]);
export type DlrStatus = z.infer<typeof DlrStatus>;

export function isFailedText(status: DlrStatus | null): boolean {
  return status === "failed" || status === "rejected" || status === "expired";
}

/** A picture or another file of a text. */
export const SmsMedia = z.object({
  name: z.string(),
  /** An address that shows it for an hour or two. */
  value: z.string(),
  type: z.string(),
  size: z.number().int().nonnegative(),
});
export type SmsMedia = z.infer<typeof SmsMedia>;

/** What the task feature keeps with a conversation or a message; the task itself has its own routes. */
export const SmsTask = z
  .object({
    id: z.number().int(),
    status: z.enum(["new", "done", "deleted"]),
    assigned_to: z.number().int().nullable(),
  })
  .loose();
export type SmsTask = z.infer<typeof SmsTask>;

/** Times are Unix milliseconds. Messages of a conversation are in the order of their ids. */
export const SmsMessage = z.object({
  /** A number as text; `scheduled-<scheduledId>` until a scheduled one has gone out. */
  id: z.string(),
  /** The id its sender gave it; null for those that came in. */
  mId: z.string().nullable(),
  /** `comment`: written for colleagues, never sent to anybody. */
  kind: z.enum(["text", "comment"]),
  direction: z.enum(["in", "out"]),
  sender: z.string(),
  receiver: z.string(),
  text: z.string(),
  /** The text as HTML, with nothing in it that a browser would run. */
  html: z.string(),
  /** The text as it went over the wire. */
  msgdata: z.string(),
  /** Names of the files. */
  attachments: z.array(z.string()),
  media: z.array(SmsMedia),
  /** The same for all that were sent as one; the carrier got a message for each file. */
  group: z.string().nullable(),
  /** A user's id; null where it came in or the system answered. */
  sent_by: z.number().int().nullable(),
  sent_by_name: z.string(),
  read_by: z.array(z.number().int()),
  time: z.number().int(),
  new: z.boolean(),
  tasks: z.array(SmsTask),
  /** User ids, in a comment. */
  mentions: z.array(z.number().int()),
  dlr_status: DlrStatus.nullable(),
  /** The carrier's code: `explainCarrierCode` has the words. Empty: no error. */
  dlr_error: z.string(),
  dlr_time: z.number().int().nullable(),
  scheduled: z.boolean(),
  scheduled_at: z.number().int().nullable(),
  scheduledId: z.number().int().nullable(),
  scheduledTime: z.number().int().nullable(),
});
export type SmsMessage = z.infer<typeof SmsMessage>;
