import { z } from "zod";
import { SmsConversation, SmsPresence } from "./sms-conversation.ts";
import { SmsMessage } from "./sms-message.ts";
import { SmsDraft, SmsTemplate } from "./sms-writing.ts";
import { UnreadCounters } from "./unread.ts";

/** To the user's own channel: all four counters as they now are. */
export const UnreadUpdateEvent = UnreadCounters.extend({ type: z.literal("UNREAD_UPDATE") });
export type UnreadUpdateEvent = z.infer<typeof UnreadUpdateEvent>;

/** The conversation as it now is, without messages, and what it is about. All go to the line's channel. */
const about = { smsLine: z.string(), conversation: SmsConversation };
const one = { ...about, message: SmsMessage };

/** A text came in. */
export const SmsReceivedEvent = z.object({ type: z.literal("MO"), ...one });
/** A user, or the system in the name of the line, sends a text. */
export const SmsSendingEvent = z.object({ type: z.literal("MT"), ...one });
/** The carrier has taken it. */
export const SmsSentEvent = z.object({ type: z.literal("sent"), ...one });
/** The carrier says whether it reached the phone. */
export const SmsDeliveryEvent = z.object({ type: z.literal("DLR"), ...one });
/** The carrier did not take it, or it is tried again. */
export const SmsStatusEvent = z.object({ type: z.literal("DSR"), ...one });
/** A comment was written. */
export const SmsCommentEvent = z.object({ type: z.literal("SMS_COMMENT"), ...one });
/** Scheduled, or changed before its time. */
export const SmsScheduledEvent = z.object({ type: z.literal("SMS_SCHEDULED"), ...one });
/** Cancelled, or sent: then the MT of the message that came of it is told too, with its new id. */
export const SmsUnscheduledEvent = z.object({
  type: z.literal("SMS_UNSCHEDULED"),
  ...about,
  scheduledId: z.number().int(),
});
/** Read or unread, blocked, opted out, its task: only the conversation has changed. */
export const SmsConversationEvent = z.object({ type: z.literal("SMS_CONVERSATION"), ...about });
/** Messages were read, or marked unread again; without ids all of these conversations. */
export const SmsReadEvent = z.object({
  type: z.literal("SMS_READ"),
  smsLine: z.string(),
  /** The first of them when there are very many: then load the list anew. */
  conversations: z.array(SmsConversation),
  isComplete: z.boolean(),
  ids: z.array(z.string()).nullable(),
  new: z.boolean(),
  user_id: z.number().int(),
});
export const SmsDeletedEvent = z.object({
  type: z.literal("SMS_DELETED"),
  smsLine: z.string(),
  id: z.string(),
  /** Null: the whole conversation. */
  messageId: z.string().nullable(),
  /** Null: it is gone. */
  conversation: SmsConversation.nullable(),
});
/** A deletion was undone: load the conversation anew. */
export const SmsRestoredEvent = z.object({
  type: z.literal("SMS_RESTORED"),
  ...about,
  /** Null: the whole conversation. */
  message: SmsMessage.nullable(),
});
export const SmsPresenceEvent = SmsPresence.extend({ type: z.literal("SMS_PRESENCE") });
/** To the own channel of somebody whom a comment names. */
export const SmsMentionEvent = z.object({ type: z.literal("SMS_MENTION"), ...one });
/** To the user's own channel; null: it is gone. */
export const SmsDraftEvent = z.object({
  type: z.literal("SMS_DRAFT"),
  smsLine: z.string(),
  id: z.string(),
  draft: SmsDraft.nullable(),
});
/** To the company. */
export const SmsTemplatesEvent = z.object({
  type: z.literal("SMS_TEMPLATES"),
  templates: z.array(SmsTemplate),
});

export const SmsEvent = z.discriminatedUnion("type", [
  SmsReceivedEvent,
  SmsSendingEvent,
  SmsSentEvent,
  SmsDeliveryEvent,
  SmsStatusEvent,
  SmsCommentEvent,
  SmsScheduledEvent,
  SmsUnscheduledEvent,
  SmsConversationEvent,
  SmsReadEvent,
  SmsDeletedEvent,
  SmsRestoredEvent,
  SmsPresenceEvent,
  SmsMentionEvent,
  SmsDraftEvent,
  SmsTemplatesEvent,
]);
export type SmsEvent = z.infer<typeof SmsEvent>;
