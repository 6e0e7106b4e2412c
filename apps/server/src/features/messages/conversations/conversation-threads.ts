import { channelName, type SmsConversation, type SmsEvent, type SmsMessage } from "@offhook/contract";
import type { Kysely } from "kysely";
import type { Transaction } from "../../../database/database.ts";
import { findRegion } from "../../../database/region-repository.ts";
import type { DB } from "../../../database/schema/database-schema.ts";
import type { Actor } from "../../../platform/actor.ts";
import { noConversation } from "../message-errors.ts";
import {
  type ConversationRow,
  findConversation,
  findListed,
  lockConversation,
  readConversation,
} from "./conversation-repository.ts";
import { partyNumber } from "./party-number.ts";
import { requireOwnLine, type SmsLine } from "./sms-line-repository.ts";
import { describeMessages, findMessages, type MessageRow, type Thread } from "./thread-repository.ts";

export type FileUrl = (key: string, name?: string) => string;

/** A conversation of a line the actor uses. */
export interface OwnConversation {
  readonly line: SmsLine;
  readonly conversation: ConversationRow;
}

export function threadOf({ line, conversation }: OwnConversation): Thread {
  return {
    conversationId: conversation.id,
    customerId: line.customerId,
    line: line.number,
    number: conversation.number,
    clearedId: conversation.cleared_id,
  };
}

/** The numbers a client may mean: as it stands, and as it would be dialed at home. */
export async function meantNumbers(query: Kysely<DB>, customerId: number, raw: string): Promise<string[]> {
  const numbers = [raw.trim(), raw.replace(/\D/g, "")];
  try {
    numbers.push(partyNumber(raw, await findRegion(query, customerId)));
  } catch {
    // A sender's name, or nonsense: only what is stored just so can be meant.
  }
  return [...new Set(numbers)].filter((number) => number !== "");
}

/** With the conversation as clients see it. */
export interface ShownConversation extends OwnConversation {
  readonly view: SmsConversation;
}

/** One that is there, ready to be shown: nearly always in one step. */
export async function findShownConversation(
  query: Kysely<DB>,
  actor: Pick<Actor, "userId" | "customerId">,
  address: { readonly sms_line: string; readonly conversation: string },
): Promise<ShownConversation> {
  const listed = await findListed(query, actor, address);
  const own = listed ?? (await findOwnConversation(query, actor, address));
  if (own.conversation.deleted_at) throw noConversation();
  return listed ?? { ...own, view: await readConversation(query, own.conversation.id) };
}

/** Also one that is deleted, for whoever wants to undo that. */
export async function findOwnConversation(
  query: Kysely<DB>,
  actor: Pick<Actor, "userId" | "customerId">,
  address: { readonly sms_line: string; readonly conversation: string },
): Promise<OwnConversation> {
  const line = await requireOwnLine(query, actor, address.sms_line);
  // Nearly always it is the id we gave; only else its other spellings are tried.
  const conversation =
    (await findConversation(query, line.id, [address.conversation])) ??
    (await findConversation(
      query,
      line.id,
      await meantNumbers(query, actor.customerId, address.conversation),
    ));
  if (!conversation) throw noConversation();
  return { line, conversation };
}

/** The same, held until the end of the transaction. */
export async function lockOwnConversation(
  tx: Transaction,
  actor: Actor,
  address: { readonly sms_line: string; readonly conversation: string },
): Promise<OwnConversation> {
  const { line, conversation } = await findOwnConversation(tx.query, actor, address);
  return { line, conversation: await lockConversation(tx.query, conversation.id) };
}

export function publishToLine(tx: Transaction, line: SmsLine, event: SmsEvent): void {
  tx.publish({ customerId: line.customerId, channel: channelName("sms", line.number), event });
}

type MessageEventType = "MO" | "MT" | "sent" | "DLR" | "DSR" | "SMS_COMMENT";

interface PublishedMessages {
  readonly conversation: SmsConversation;
  readonly messages: SmsMessage[];
}

/** Tells the line of messages; returns them as everybody sees them. */
export async function publishMessages(
  tx: Transaction,
  own: OwnConversation,
  type: MessageEventType,
  ids: readonly number[],
  fileUrl: FileUrl,
): Promise<PublishedMessages> {
  return publishRows(tx, own, type, await findMessages(tx.query, threadOf(own), ids), fileUrl);
}

/** The same for a caller that already has them. */
export async function publishRows(
  tx: Transaction,
  own: OwnConversation,
  type: MessageEventType,
  rows: readonly MessageRow[],
  fileUrl: FileUrl,
): Promise<PublishedMessages> {
  const messages = describeMessages(threadOf(own), rows, fileUrl);
  const conversation = await readConversation(tx.query, own.conversation.id);
  const smsLine = own.line.number;
  for (const message of messages) publishToLine(tx, own.line, { type, smsLine, conversation, message });
  return { conversation, messages };
}

/** Tells the line how a conversation now is. */
export async function publishConversation(tx: Transaction, own: OwnConversation): Promise<SmsConversation> {
  const conversation = await readConversation(tx.query, own.conversation.id);
  publishToLine(tx, own.line, { type: "SMS_CONVERSATION", smsLine: own.line.number, conversation });
  return conversation;
}
