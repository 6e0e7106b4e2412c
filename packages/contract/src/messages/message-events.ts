import { z } from "zod";
import { defineEvents, type EventOf } from "../push/define-events.ts";
import { UnreadCounters } from "../unread/unread.ts";
import { SmsConversation, SmsPresence } from "./sms-conversation.ts";
import { SmsMessage } from "./sms-message.ts";
import { SmsDraft, SmsTemplate } from "./sms-writing.ts";

export const unreadEvents = defineEvents({
  UNREAD_UPDATE: {
    to: ["user"],
    when: "The user has more or less unread; all four counters as they now are.",
    schema: UnreadCounters.extend({ type: z.literal("UNREAD_UPDATE") }),
  },
});
export type UnreadUpdateEvent = EventOf<typeof unreadEvents>;

/** The conversation as it now is, without messages, and what it is about. */
const about = { smsLine: z.string(), conversation: SmsConversation };
const one = { ...about, message: SmsMessage };

export const smsEvents = defineEvents({
  MO: {
    to: ["sms"],
    when: "A text came in.",
    schema: z.object({ type: z.literal("MO"), ...one }),
  },
  MT: {
    to: ["sms"],
    when: "A user, or the system in the name of the line, sends a text.",
    schema: z.object({ type: z.literal("MT"), ...one }),
  },
  sent: {
    to: ["sms"],
    when: "The carrier has taken a text.",
    schema: z.object({ type: z.literal("sent"), ...one }),
  },
  DLR: {
    to: ["sms"],
    when: "The carrier says whether a text reached the phone.",
    schema: z.object({ type: z.literal("DLR"), ...one }),
  },
  DSR: {
    to: ["sms"],
    when: "The carrier did not take a text, or it is tried again.",
    schema: z.object({ type: z.literal("DSR"), ...one }),
  },
  SMS_COMMENT: {
    to: ["sms"],
    when: "A comment was written.",
    schema: z.object({ type: z.literal("SMS_COMMENT"), ...one }),
  },
  SMS_SCHEDULED: {
    to: ["sms"],
    when: "A text was scheduled, or changed before its time.",
    schema: z.object({ type: z.literal("SMS_SCHEDULED"), ...one }),
  },
  SMS_UNSCHEDULED: {
    to: ["sms"],
    when: "A scheduled text was canceled, or sent: then an MT tells of the message that came of it, with its new id.",
    schema: z.object({ type: z.literal("SMS_UNSCHEDULED"), ...about, scheduledId: z.number().int() }),
  },
  SMS_CONVERSATION: {
    to: ["sms"],
    when: "Only the conversation has changed: it was blocked, opted out, or its task is another.",
    schema: z.object({ type: z.literal("SMS_CONVERSATION"), ...about }),
  },
  SMS_READ: {
    to: ["sms"],
    when: "Messages were read, or marked unread again; without ids all of these conversations.",
    schema: z.object({
      type: z.literal("SMS_READ"),
      smsLine: z.string(),
      /** The first of them when there are very many: then load the list anew. */
      conversations: z.array(SmsConversation),
      isComplete: z.boolean(),
      ids: z.array(z.string()).nullable(),
      new: z.boolean(),
      user_id: z.number().int(),
    }),
  },
  SMS_DELETED: {
    to: ["sms"],
    when: "A message was deleted, or the whole conversation.",
    schema: z.object({
      type: z.literal("SMS_DELETED"),
      smsLine: z.string(),
      id: z.string(),
      /** Null: the whole conversation. */
      messageId: z.string().nullable(),
      /** Null: it is gone. */
      conversation: SmsConversation.nullable(),
    }),
  },
  SMS_RESTORED: {
    to: ["sms"],
    when: "A deletion was undone: load the conversation anew.",
    schema: z.object({
      type: z.literal("SMS_RESTORED"),
      ...about,
      /** Null: the whole conversation. */
      message: SmsMessage.nullable(),
    }),
  },
  SMS_PRESENCE: {
    to: ["sms"],
    when: "Somebody opened or left a conversation, or began or stopped to write.",
    schema: SmsPresence.extend({ type: z.literal("SMS_PRESENCE") }),
  },
  SMS_MENTION: {
    to: ["user"],
    when: "A comment names the user.",
    schema: z.object({ type: z.literal("SMS_MENTION"), ...one }),
  },
  SMS_DRAFT: {
    to: ["user"],
    when: "A draft of the user was saved; null when it is gone.",
    schema: z.object({
      type: z.literal("SMS_DRAFT"),
      smsLine: z.string(),
      id: z.string(),
      draft: SmsDraft.nullable(),
    }),
  },
  SMS_TEMPLATES: {
    to: ["customer"],
    when: "The templates of the company were changed; the list as it now is.",
    schema: z.object({ type: z.literal("SMS_TEMPLATES"), templates: z.array(SmsTemplate) }),
  },
});
export type SmsEvent = EventOf<typeof smsEvents>;
