import { channelName, type NewSmsComment, type SmsEvent, type SmsMessage } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { Database, Transaction } from "../../../database/database.ts";
import type { Actor } from "../../../platform/actor.ts";
import {
  type FileUrl,
  lockOwnConversation,
  type OwnConversation,
  publishMessages,
  threadOf,
} from "../conversations/conversation-threads.ts";
import { findSent, insertMessage } from "../conversations/message-repository.ts";
import { listLineUserIds } from "../conversations/sms-line-repository.ts";
import { describeMessages, findMessages } from "../conversations/thread-repository.ts";
import { idTaken, mentionOutsideLine, messageNotFound } from "../message-errors.ts";

export interface CommentsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly fileUrl: FileUrl;
}

/** What colleagues tell each other in a conversation. It stands in the thread and never leaves the house. */
export class Comments {
  readonly #deps: CommentsDeps;

  constructor(deps: CommentsDeps) {
    this.#deps = deps;
  }

  async add(actor: Actor, { text, mentions, mId, ...address }: NewSmsComment): Promise<SmsMessage> {
    const { database, clock, fileUrl } = this.#deps;
    return database.transaction(async (tx) => {
      const own = await lockOwnConversation(tx, actor, address);
      const repeated = await this.#repeated(tx, own, mId);
      if (repeated) return repeated;
      const named = [...new Set(mentions)];
      const people = await listLineUserIds(tx.query, own.line.id);
      if (named.some((userId) => !people.includes(userId))) throw mentionOutsideLine();
      const id = await insertMessage(tx.query, {
        customerId: actor.customerId,
        conversationId: own.conversation.id,
        kind: "comment",
        direction: "out",
        text,
        uuid: mId,
        part: 0,
        isGrouped: false,
        sentBy: actor.userId,
        at: new Date(clock.now()),
        isNew: false,
        mentions: named,
        media: [],
        status: null,
      });
      if (id === undefined) throw idTaken();
      const { conversation, messages } = await publishMessages(tx, own, "SMS_COMMENT", [id], fileUrl);
      const [message] = messages;
      if (!message) throw messageNotFound();
      const event: SmsEvent = { type: "SMS_MENTION", smsLine: own.line.number, conversation, message };
      for (const userId of named) {
        if (userId === actor.userId) continue;
        tx.publish({ customerId: actor.customerId, channel: channelName("user", userId), event });
      }
      return message;
    });
  }

  async #repeated(tx: Transaction, own: OwnConversation, uuid: string): Promise<SmsMessage | undefined> {
    const [first] = await findSent(tx.query, own.line.customerId, uuid);
    if (!first) return undefined;
    if (first.conversation_id !== own.conversation.id) throw idTaken();
    const rows = await findMessages(tx.query, threadOf(own), [first.id]);
    const [message] = describeMessages(threadOf(own), rows, this.#deps.fileUrl);
    return message;
  }
}
