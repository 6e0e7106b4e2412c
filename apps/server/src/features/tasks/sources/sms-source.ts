import { channelName, NO_CONVERSATION_TEXT, NO_SMS_ACCESS_TEXT, type TaskPreview } from "@offhook/contract";
import { smsNumber } from "@offhook/telephony";
import { DomainError } from "../../../platform/domain-error.ts";
import {
  type ConversationGlance,
  findConversationNumber,
  glanceAtConversations,
  listSmsReaders,
  readsSmsLine,
} from "./sms-source-repository.ts";
import type { ListedSource, TaskSource } from "./task-source.ts";

const noAccess = (): DomainError => new DomainError("forbidden", "messages.noAccess", NO_SMS_ACCESS_TEXT);
const noConversation = (): DomainError =>
  new DomainError("notFound", "messages.noConversation", NO_CONVERSATION_TEXT);

/** Conversations. A task belongs to the line and the other party, not to one message. */
export const smsTaskSource: TaskSource = {
  type: "sms",
  async find(query, actor, { sourceId, smsLine = "" }) {
    const line = smsLine.replace(/\D/g, "");
    const mayRead = actor.features.has("messaging") && (await readsSmsLine(query, actor, line));
    if (!mayRead) throw noAccess();
    // Banks and shops write under a name, which has no digits.
    const number = await findConversationNumber(query, line, [sourceId, smsNumber(sourceId)]);
    if (number === undefined) throw noConversation();
    return { sourceId: number, line, channel: channelName("sms", line), number };
  },
  readers: (query, customerId, { line }) => listSmsReaders(query, customerId, line),
  async preview(query, { customerId }, sources) {
    const glances = await glanceAtConversations(query, customerId, sources);
    const byPosition = new Map(glances.map((glance) => [Number(glance.position), glance]));
    return sources.map((source, index) => {
      const glance = byPosition.get(index + 1);
      return glance && toPreview(source, glance);
    });
  },
};

function toPreview({ sourceId, line }: ListedSource, glance: ConversationGlance): TaskPreview {
  const { lineName, text, at, hasMedia } = glance;
  return {
    number: sourceId,
    name: "",
    line: lineName,
    text: text || (hasMedia ? "Attachment" : ""),
    time: at && Math.floor(at.getTime() / 1000),
    to: `/messages/${encodeURIComponent(sourceId)}/${encodeURIComponent(line)}`,
  };
}
