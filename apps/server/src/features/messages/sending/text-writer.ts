import { randomUUID } from "node:crypto";
import type { Transaction } from "../../../database/database.ts";
import { type FileUrl, type OwnConversation, publishRows } from "../conversations/conversation-threads.ts";
import type { StoredMedia } from "../conversations/message-media.ts";
import type { MessageRow } from "../conversations/thread-repository.ts";
import { idTaken } from "../message-errors.ts";
import { insertOutgoing } from "./outbox-repository.ts";

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
 * last is a message of its own with an empty text. The conversation is locked by the caller. Undefined, and nothing
 * written: the client id has sent a text before.
 */
export async function writeText(
  tx: Transaction,
  own: OwnConversation,
  text: TextToWrite,
  { fileUrl, now }: { readonly fileUrl: FileUrl; readonly now: Date },
) {
  const { line, conversation } = own;
  const files = text.media.length > 1 ? text.media.map((file) => [file]) : [text.media];
  const rows: MessageRow[] = [];
  for (const [part, media] of files.entries()) {
    const row = await insertOutgoing(tx.query, {
      customerId: line.customerId,
      conversationId: conversation.id,
      text: part === files.length - 1 ? text.text : "",
      uuid: text.uuid,
      part,
      isGrouped: files.length > 1,
      sentBy: text.sentBy,
      at: text.at,
      media,
      refusal: text.refusal,
      outboxId: randomUUID(),
      leavesAt: now,
    });
    if (!row && part === 0) return undefined;
    if (!row) throw idTaken();
    rows.push(row);
  }
  return publishRows(tx, own, "MT", rows, fileUrl);
}
