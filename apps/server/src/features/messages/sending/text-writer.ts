import { randomUUID } from "node:crypto";
import type { Transaction } from "../../../database/database.ts";
import { advanceHead } from "../conversations/conversation-repository.ts";
import {
  type FileUrl,
  type OwnConversation,
  publishMessages,
} from "../conversations/conversation-threads.ts";
import type { StoredMedia } from "../conversations/message-media.ts";
import { insertMessage } from "../conversations/message-repository.ts";
import { idTaken } from "../message-errors.ts";
import { insertOutboxText } from "./outbox-repository.ts";

export interface TextToWrite {
  readonly text: string;
  readonly media: readonly StoredMedia[];
  /** The client's, or made here for a text nobody asked for. */
  readonly uuid: string;
  /** Null: the system answers in the name of the line. */
  readonly sentBy: number | null;
  readonly at: Date;
  /** Why it does not go to the carrier at all. */
  readonly refusal?: string | undefined;
}

/**
 * Writes a text into its conversation, puts it into the outbox, and tells the line. With several files each but the
 * last is a message of its own with an empty text. The conversation is locked by the caller.
 */
export async function writeText(
  tx: Transaction,
  own: OwnConversation,
  text: TextToWrite,
  { fileUrl, now }: { readonly fileUrl: FileUrl; readonly now: Date },
) {
  const { line, conversation } = own;
  const files = text.media.length > 1 ? text.media.map((file) => [file]) : [text.media];
  const ids: number[] = [];
  for (const [part, media] of files.entries()) {
    const id = await insertMessage(tx.query, {
      customerId: line.customerId,
      conversationId: conversation.id,
      kind: "text",
      direction: "out",
      text: part === files.length - 1 ? text.text : "",
      uuid: text.uuid,
      part,
      isGrouped: files.length > 1,
      sentBy: text.sentBy,
      at: text.at,
      isNew: false,
      mentions: [],
      media,
      status: text.refusal === undefined ? "queued" : "rejected",
      statusCode: text.refusal ?? "",
    });
    if (id === undefined) throw idTaken();
    ids.push(id);
    await advanceHead(tx.query, conversation.id, { id, at: text.at, isNew: false });
    if (text.refusal !== undefined) continue;
    await insertOutboxText(tx.query, {
      id: randomUUID(),
      customer_id: line.customerId,
      conversation_id: conversation.id,
      message_id: id,
      next_attempt_at: now,
    });
  }
  return publishMessages(tx, own, "MT", ids, fileUrl);
}
