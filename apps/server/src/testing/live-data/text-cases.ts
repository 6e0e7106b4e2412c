import { randomUUID } from "node:crypto";
import type { smsEvents, unreadEvents } from "@offhook/contract";
import type { CasesOf } from "./live-case.ts";
import * as views from "./live-views.ts";
import { type LiveWorld, REFUSED_TEXT } from "./live-world.ts";

const DAY_MS = 86_400_000;

type TextEvents = typeof smsEvents & typeof unreadEvents;
type CarrierEvents = Pick<typeof smsEvents, "MO" | "MT" | "sent" | "DLR" | "DSR">;

export function textCases(live: LiveWorld): CasesOf<TextEvents> {
  return { ...carrierCases(live), ...conversationCases(live), ...aroundCases(live) };
}

function carrierCases(live: LiveWorld): CasesOf<CarrierEvents> {
  const { maya, carrier } = live;
  const send = (words: string, at: number) => () => maya.client.sendSms({ body: live.sms(words, at) });
  return {
    MO: {
      view: views.conversations,
      change: async () => {
        const { sms_line: to, conversation: from } = live.text(7);
        await carrier.text({ from, to, text: "Are you there?" });
      },
    },
    MT: { view: views.conversations, change: send("On our way", 2) },
    sent: { view: views.conversations, change: send("On our way", 9) },
    DLR: { view: views.conversations, change: send("Almost there", 9) },
    DSR: { view: views.conversations, change: send(REFUSED_TEXT, 10) },
  };
}

type ConversationEvents = Omit<
  typeof smsEvents,
  keyof CarrierEvents | "SMS_PRESENCE" | "SMS_MENTION" | "SMS_DRAFT" | "SMS_TEMPLATES"
>;

function conversationCases(live: LiveWorld): CasesOf<ConversationEvents> {
  const { client } = live.maya;
  const view = views.conversations;
  let scheduledId = 0;
  const schedule = async () => {
    const scheduled_at = Date.now() + DAY_MS;
    await client.scheduleSms({ body: { ...live.sms("Later", 8), scheduled_at } });
    const page = await client.getSmsPage({ query: live.text(8) });
    scheduledId = Number(page.scheduled.at(-1)?.scheduledId ?? 0);
  };
  return {
    SMS_COMMENT: {
      view,
      change: () =>
        client.addSmsComment({ body: { ...live.text(3), text: "Known here", mId: randomUUID() } }),
      isQuiet: true,
    },
    SMS_SCHEDULED: { view, change: schedule, isQuiet: true },
    SMS_UNSCHEDULED: {
      view,
      prepare: schedule,
      change: () => client.cancelScheduledSms({ query: { scheduledId } }),
      isQuiet: true,
    },
    SMS_CONVERSATION: {
      view,
      change: () => {
        const { sms_line, conversation: recipient } = live.text(4);
        return client.addToSmsBlacklist({ body: { sms_line, recipient, reason: "Spam" } });
      },
    },
    SMS_READ: {
      view,
      prepare: () => client.markRead({ body: { type: "sms" } }),
      change: () => {
        const { sms_line: line, conversation } = live.text(0);
        return client.markUnread({ body: { type: "sms", line, conversation } });
      },
    },
    SMS_DELETED: { view, change: () => client.deleteSmsConversation({ query: live.text(5) }) },
    SMS_RESTORED: {
      view,
      prepare: () => client.deleteSmsConversation({ query: live.text(6) }),
      change: () => client.restoreSmsConversation({ body: live.text(6) }),
    },
  };
}

function aroundCases(
  live: LiveWorld,
): CasesOf<Omit<TextEvents, keyof CarrierEvents | keyof ConversationEvents>> {
  const { maya, dev } = live;
  const { client } = maya;
  return {
    SMS_PRESENCE: {
      reads: () => client.listSmsPresence(),
      change: () => client.updateSmsPresence({ body: { ...live.text(0), state: "viewing" } }),
    },
    SMS_MENTION: {
      tells: async () => {
        const { conversations } = await dev.client.listSmsConversations({ query: {} });
        const shared = conversations.find(({ smsLine }) => views.SMS_LINES.includes(smsLine));
        const address = { sms_line: shared?.smsLine ?? "", conversation: shared?.id ?? "" };
        const body = { ...address, text: "@Maya look", mentions: [maya.userId], mId: randomUUID() };
        await dev.client.addSmsComment({ body });
      },
    },
    SMS_DRAFT: {
      reads: () => client.listSmsDrafts({ query: {} }),
      change: () => client.saveSmsDraft({ body: { ...live.text(0), msgdata: "Half a sen" } }),
    },
    SMS_TEMPLATES: {
      reads: () => client.listSmsTemplates(),
      change: () => client.addSmsTemplate({ body: { title: "Late", description: "We are late." } }),
    },
    UNREAD_UPDATE: {
      view: views.unread,
      prepare: () => live.call("dev", false),
      change: () => client.markRead({ body: { type: "all" } }),
    },
  };
}
