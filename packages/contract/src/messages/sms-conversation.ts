import { z } from "zod";
import { text } from "../wire-values.ts";
import { SmsAddress, SmsLineNumber, SmsMessageId } from "./sms-line.ts";
import { DlrStatus, SmsMessage, SmsTask } from "./sms-message.ts";

/** Times are Unix milliseconds. What a user has written and not sent is in their drafts. */
export const SmsConversation = z.object({
  /** The other party's number. */
  id: z.string(),
  /** Unique over all lines. */
  lid: z.number().int(),
  smsLine: z.string(),
  time: z.number().int(),
  /** The number as it is written; the console puts the contact's name in its place. */
  title: z.string(),
  /** The last text, in one line. */
  subtitle: z.string(),
  /** Only where a page of them was asked for. */
  messages: z.array(SmsMessage),
  new: z.boolean(),
  unread: z.number().int().nonnegative(),
  read: z.boolean(),
  read_by: z.array(z.number().int()),
  blocked: z.boolean(),
  blockedReason: z.string(),
  /** The other party wants no texts from this line any more; the word it said, and when. */
  optedOut: z.boolean(),
  optedOutWord: z.string(),
  optedOutAt: z.number().int().nullable(),
  task: SmsTask.nullable(),
  taskId: z.number().int().nullable(),
  taskStatus: z.enum(["new", "done", "deleted"]).nullable(),
  assignedToName: z.string(),
  isScheduled: z.boolean(),
  /** Of the next one that is scheduled. */
  scheduledId: z.number().int().nullable(),
  scheduledAt: z.number().int().nullable(),
  firstUnreadId: z.string().nullable(),
  /** Of the last text, when it went out. */
  dlr_status: DlrStatus.nullable(),
  dlr_error: z.string(),
  dlr_time: z.number().int().nullable(),
  isOutgoing: z.boolean(),
  /** Its task is resolved. */
  done: z.boolean(),
  /** True in a client only, while an own text waits its two seconds. */
  delayed: z.boolean(),
});
export type SmsConversation = z.infer<typeof SmsConversation>;

export const SmsConversationFilter = z.enum([
  "all",
  "unread",
  "assignedToMe",
  "assigned",
  "unassigned",
  "unresolved",
  "resolved",
  "scheduled",
  "blocked",
]);
export type SmsConversationFilter = z.infer<typeof SmsConversationFilter>;

const MAX_LINES = 100;
/** A comma-separated list of lines. */
export const SmsLineList = z
  .string()
  .max(4000)
  .transform((list) => list.split(",").filter((line) => line !== ""))
  .pipe(z.array(SmsLineNumber).max(MAX_LINES));

const pageSize = (fallback: number) => z.coerce.number().int().min(1).max(200).default(fallback);
const offset = z.coerce.number().int().min(0).max(1_000_000).default(0);

/** Newest first. */
export const SmsConversationsQuery = z.object({
  /** A comma-separated list; left out, every line of the user. */
  sms_line: SmsLineList.optional(),
  filter: SmsConversationFilter.default("all"),
  offset,
  limit: pageSize(50),
  /** The `next` of the page before: costs the same wherever it lies, which an offset does not. */
  cursor: text(60)
    .regex(/^\d{1,15}\.\d{1,10}$/)
    .optional(),
});
export type SmsConversationsQuery = z.infer<typeof SmsConversationsQuery>;

export const SmsConversations = z.object({
  conversations: z.array(SmsConversation),
  /** Null: this was the last page. */
  next: z.string().nullable(),
});
export type SmsConversations = z.infer<typeof SmsConversations>;

/** `offset` counts from the newest message back. */
export const SmsConversationQuery = SmsAddress.extend({ offset, limit: pageSize(35) });
export type SmsConversationQuery = z.infer<typeof SmsConversationQuery>;

/**
 * A part of a thread, oldest first: before a message, after one, around one, or around the first unread
 * (`around=unread`). Without any of them the newest.
 */
export const SmsPageQuery = SmsAddress.extend({
  before: SmsMessageId.optional(),
  after: SmsMessageId.optional(),
  around: z.union([SmsMessageId, z.literal("unread")]).optional(),
  limit: pageSize(50),
}).refine(
  ({ before, after, around }) => [before, after, around].filter((place) => place !== undefined).length <= 1,
  "Give one of before, after and around",
);
export type SmsPageQuery = z.infer<typeof SmsPageQuery>;

export const SmsPage = z.object({
  conversation: SmsConversation,
  messages: z.array(SmsMessage),
  /** Waiting for their time, soonest first; the same in every page. */
  scheduled: z.array(SmsMessage),
  /** Whether there are older ones before the first, and newer ones after the last. */
  hasBefore: z.boolean(),
  hasAfter: z.boolean(),
});
export type SmsPage = z.infer<typeof SmsPage>;

export const DeleteSmsMessage = SmsAddress.extend({ id: SmsMessageId });
export type DeleteSmsMessage = z.infer<typeof DeleteSmsMessage>;

/** Until when a deletion can be undone, in Unix milliseconds. */
export const SmsDeletion = z.object({ undoUntil: z.number().int() });
export type SmsDeletion = z.infer<typeof SmsDeletion>;

/** A user looks at a conversation or writes in it. Repeated every few seconds; forgotten after `SMS_PRESENCE_MS`. */
export const SmsPresenceUpdate = SmsAddress.extend({ state: z.enum(["viewing", "replying", "gone"]) });
export type SmsPresenceUpdate = z.infer<typeof SmsPresenceUpdate>;

export const SMS_PRESENCE_MS = 20_000;

export const SmsViewer = z.object({
  user_id: z.number().int(),
  name: z.string(),
  state: z.enum(["viewing", "replying"]),
});
export type SmsViewer = z.infer<typeof SmsViewer>;

/** The people in each conversation of the user's lines. Told on each change; one told long ago counts no more. */
export const SmsPresence = z.object({
  smsLine: z.string(),
  conversation: z.string(),
  people: z.array(SmsViewer),
  /** When it was so, in Unix milliseconds. */
  time: z.number().int(),
});
export type SmsPresence = z.infer<typeof SmsPresence>;

export const SmsBlacklistEntry = z.object({
  id: z.number().int(),
  sms_line: z.string(),
  recipient: z.string(),
  reason: z.string(),
  created_by: z.number().int().nullable(),
  created_on: z.number().int(),
});
export type SmsBlacklistEntry = z.infer<typeof SmsBlacklistEntry>;

export const AddToSmsBlacklist = z.object({
  sms_line: SmsLineNumber,
  recipient: text(40).min(1),
  reason: text(200).default(""),
});
export type AddToSmsBlacklist = z.infer<typeof AddToSmsBlacklist>;
export const SmsBlacklistQuery = z.object({ sms_line: SmsLineNumber.optional() });
export const RemoveFromSmsBlacklist = z.object({ sms_line: SmsLineNumber, recipient: text(40).min(1) });
export type RemoveFromSmsBlacklist = z.infer<typeof RemoveFromSmsBlacklist>;

/** Numbers whose owners want no more texts, by line. */
export const SmsOptOutsQuery = z.object({
  /** A comma-separated list. */
  numbers: z
    .string()
    .max(2000)
    .transform((list) => list.split(",").filter((number) => number !== ""))
    .pipe(z.array(text(40)).max(50)),
});
export type SmsOptOutsQuery = z.infer<typeof SmsOptOutsQuery>;
export const SmsOptOut = z.object({
  sms_line: z.string(),
  number: z.string(),
  word: z.string(),
  time: z.number().int(),
});
export type SmsOptOut = z.infer<typeof SmsOptOut>;
