import type { SmsConversation, SmsMessage, SmsPage } from "@offhook/contract";
import type { OutgoingText } from "../outbox/outgoing-text.ts";

export const LINE = "12125550110";
export const PARTY = "12125550177";
const NOON = Date.UTC(2026, 10, 15, 12);

/** A text that came in, unless told otherwise. */
export function aMessage(given: Partial<SmsMessage> = {}): SmsMessage {
  const text = given.text ?? "Hello";
  return {
    id: "1",
    mId: null,
    kind: "text",
    direction: "in",
    sender: PARTY,
    receiver: LINE,
    text,
    html: text,
    msgdata: text,
    attachments: [],
    media: [],
    group: null,
    sent_by: null,
    sent_by_name: "",
    read_by: [],
    time: NOON,
    new: false,
    tasks: [],
    mentions: [],
    dlr_status: null,
    dlr_error: "",
    dlr_time: null,
    scheduled: false,
    scheduled_at: null,
    scheduledId: null,
    scheduledTime: null,
    ...given,
  };
}

export function aConversation(given: Partial<SmsConversation> = {}): SmsConversation {
  return {
    id: PARTY,
    lid: 1,
    smsLine: LINE,
    time: NOON,
    title: PARTY,
    subtitle: "Hello",
    messages: [],
    new: false,
    unread: 0,
    read: true,
    read_by: [],
    blocked: false,
    blockedReason: "",
    optedOut: false,
    optedOutWord: "",
    optedOutAt: null,
    task: null,
    taskId: null,
    taskStatus: null,
    assignedToName: "",
    isScheduled: false,
    scheduledId: null,
    scheduledAt: null,
    firstUnreadId: null,
    dlr_status: null,
    dlr_error: "",
    dlr_time: null,
    isOutgoing: false,
    done: false,
    delayed: false,
    ...given,
  };
}

export function aPage(given: Partial<SmsPage> = {}): SmsPage {
  return {
    conversation: aConversation(),
    messages: [],
    scheduled: [],
    hasBefore: false,
    hasAfter: false,
    ...given,
  };
}

export function anOutgoing(given: Partial<OutgoingText> = {}): OutgoingText {
  return {
    id: "m1",
    key: "k1",
    smsLine: LINE,
    receiver: PARTY,
    text: "On its way",
    files: [],
    createdAt: NOON,
    state: { name: "waiting" },
    failures: 0,
    ...given,
  };
}
