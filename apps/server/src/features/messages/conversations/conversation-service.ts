import type {
  DeleteSmsMessage,
  SmsAddress,
  SmsConversation,
  SmsConversationQuery,
  SmsConversations,
  SmsConversationsQuery,
  SmsDeletion,
  SmsMessage,
  SmsPage,
  SmsPageQuery,
} from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { Database } from "../../../database/database.ts";
import type { Actor } from "../../../platform/actor.ts";
import type { UnreadService } from "../../unread/index.ts";
import { commentNotOwned, messageNotFound, noConversation, tooLateToUndo } from "../message-errors.ts";
import { listConversations } from "./conversation-list-repository.ts";
import {
  readConversation,
  recountHeads,
  recountScheduled,
  updateConversation,
} from "./conversation-repository.ts";
import {
  type FileUrl,
  findShownConversation,
  lockOwnConversation,
  publishToLine,
  threadOf,
} from "./conversation-threads.ts";
import { clearUnread, findMessage, lastMessageId, setDeleted } from "./message-repository.ts";
import { listScheduled, suspendScheduled } from "./scheduled-repository.ts";
import { chosenLines, listOwnSmsLines, type SmsLine } from "./sms-line-repository.ts";
import {
  describeMessages,
  findMessages,
  listMessages,
  listMessagesAround,
  type MessageRow,
  type Thread,
  type ThreadPlace,
} from "./thread-repository.ts";

export interface ConversationServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly unread: Pick<UnreadService, "addWithin" | "removeWithin">;
  readonly fileUrl: FileUrl;
}

/** Longer than any snackbar shows its Undo, also on a slow connection. */
export const UNDO_MS = 60_000;

/** Conversations and their threads: reading, deleting, and taking that back. */
export class ConversationService {
  readonly #deps: ConversationServiceDeps;

  constructor(deps: ConversationServiceDeps) {
    this.#deps = deps;
  }

  async list(actor: Actor, request: SmsConversationsQuery): Promise<SmsConversations> {
    const { query } = this.#deps.database;
    const { filter, limit, cursor, sms_line: chosen } = request;
    // The one statement finds the user's own lines by itself; only a line that is named can be refused.
    const lines = chosen && chosenLines(await listOwnSmsLines(query, actor), chosen);
    const found = await listConversations(query, {
      customerId: actor.customerId,
      userId: actor.userId,
      lineIds: lines?.map(({ id }) => id),
      filter,
      after: cursor === undefined ? undefined : placeOf(cursor),
      offset: cursor === undefined ? request.offset : 0,
      // One more tells whether there is a next page.
      limit: limit + 1,
    });
    const conversations = found.slice(0, limit);
    const last = conversations.at(-1);
    return { conversations, next: found.length > limit && last ? `${last.time}.${last.lid}` : null };
  }

  async read(actor: Actor, { offset, limit, ...address }: SmsConversationQuery): Promise<SmsConversation> {
    const { query } = this.#deps.database;
    const own = await findShownConversation(query, actor, address);
    const rows = await listMessages(query, threadOf(own), { kind: "newest", offset }, limit);
    if (rows.length === 0 && offset === 0) throw noConversation();
    return { ...own.view, messages: describeMessages(threadOf(own), rows, this.#deps.fileUrl) };
  }

  async page(actor: Actor, request: SmsPageQuery): Promise<SmsPage> {
    const { query } = this.#deps.database;
    const { fileUrl } = this.#deps;
    const own = await findShownConversation(query, actor, request);
    const thread = threadOf(own);
    const { rows, hasBefore, hasAfter } = await this.#rowsOf(
      thread,
      request,
      own.conversation.first_unread_id,
    );
    const scheduled = own.view.isScheduled ? await listScheduled(query, thread, fileUrl) : [];
    const messages = describeMessages(thread, rows, fileUrl);
    return { conversation: own.view, messages, scheduled, hasBefore, hasAfter };
  }

  async deleteMessage(actor: Actor, { id, ...address }: DeleteSmsMessage): Promise<SmsDeletion> {
    const { database, clock, unread } = this.#deps;
    const now = clock.now();
    return database.transaction(async (tx) => {
      const own = await lockOwnConversation(tx, actor, address);
      const message = await findMessage(tx.query, own.conversation, Number(id));
      if (!message) throw messageNotFound();
      if (message.kind === "comment" && message.sent_by !== actor.userId) throw commentNotOwned();
      if (message.deleted_at) return { undoUntil: message.deleted_at.getTime() + UNDO_MS };
      await setDeleted(tx.query, message.id, new Date(now));
      await recountHeads(tx.query, [own.conversation.id]);
      publishToLine(tx, own.line, {
        type: "SMS_DELETED",
        smsLine: own.line.number,
        id: own.conversation.number,
        messageId: id,
        conversation: await readConversation(tx.query, own.conversation.id),
      });
      if (message.is_new) await unread.removeWithin(tx, [unreadLine(own.line)], [id]);
      return { undoUntil: now + UNDO_MS };
    });
  }

  async restoreMessage(actor: Actor, { id, ...address }: DeleteSmsMessage): Promise<SmsMessage> {
    const { database, clock, fileUrl } = this.#deps;
    return database.transaction(async (tx) => {
      const own = await lockOwnConversation(tx, actor, address);
      const message = await findMessage(tx.query, own.conversation, Number(id));
      if (!message) throw messageNotFound();
      if (message.deleted_at && message.deleted_at.getTime() + UNDO_MS < clock.now()) throw tooLateToUndo();
      await setDeleted(tx.query, message.id, null);
      await recountHeads(tx.query, [own.conversation.id]);
      const thread = threadOf(own);
      const rows = await findMessages(tx.query, thread, [message.id]);
      const [restored] = describeMessages(thread, rows, fileUrl);
      if (!restored) throw messageNotFound();
      const conversation = await readConversation(tx.query, own.conversation.id);
      const smsLine = own.line.number;
      if (message.deleted_at)
        publishToLine(tx, own.line, { type: "SMS_RESTORED", smsLine, conversation, message: restored });
      return restored;
    });
  }

  /** What is in it is hidden at once and forgotten later: a thread can be long. */
  async delete(actor: Actor, address: SmsAddress): Promise<SmsDeletion> {
    const { database, clock, unread } = this.#deps;
    const now = clock.now();
    return database.transaction(async (tx) => {
      const { line, conversation } = await lockOwnConversation(tx, actor, address);
      if (conversation.deleted_at) return { undoUntil: (conversation.cleared_at?.getTime() ?? 0) + UNDO_MS };
      const read = await clearUnread(tx.query, conversation.id);
      await suspendScheduled(tx.query, conversation.id, new Date(now));
      await updateConversation(tx.query, conversation.id, {
        cleared_before: conversation.cleared_id,
        cleared_id: await lastMessageId(tx.query, conversation.id),
        cleared_at: new Date(now),
        deleted_at: new Date(now),
      });
      await recountHeads(tx.query, [conversation.id]);
      await recountScheduled(tx.query, conversation.id);
      publishToLine(tx, line, {
        type: "SMS_DELETED",
        smsLine: line.number,
        id: conversation.number,
        messageId: null,
        conversation: null,
      });
      if (read.length > 0) await unread.removeWithin(tx, [unreadLine(line)], read);
      return { undoUntil: now + UNDO_MS };
    });
  }

  async restore(actor: Actor, address: SmsAddress): Promise<SmsConversation> {
    const { database, clock } = this.#deps;
    return database.transaction(async (tx) => {
      const { line, conversation } = await lockOwnConversation(tx, actor, address);
      const { cleared_before, cleared_at } = conversation;
      if (cleared_before === null || cleared_at === null) {
        if (conversation.deleted_at) throw tooLateToUndo();
        return readConversation(tx.query, conversation.id);
      }
      if (cleared_at.getTime() + UNDO_MS < clock.now()) throw tooLateToUndo();
      const change = {
        cleared_id: cleared_before,
        cleared_before: null,
        cleared_at: null,
        deleted_at: null,
      };
      await updateConversation(tx.query, conversation.id, change);
      await suspendScheduled(tx.query, conversation.id, null);
      await recountHeads(tx.query, [conversation.id]);
      await recountScheduled(tx.query, conversation.id);
      const restored = await readConversation(tx.query, conversation.id);
      publishToLine(tx, line, {
        type: "SMS_RESTORED",
        smsLine: line.number,
        conversation: restored,
        message: null,
      });
      return restored;
    });
  }

  /** One more than asked for, on the side that goes on, tells whether there are more. */
  async #rowsOf(thread: Thread, request: SmsPageQuery, firstUnread: number | null): Promise<ThreadPart> {
    const { query } = this.#deps.database;
    const { before, after, around, limit } = request;
    const older = async (place: ThreadPlace, count: number): Promise<ThreadPart> => {
      const rows = await listMessages(query, thread, place, count + 1);
      return { rows: rows.slice(-count), hasBefore: rows.length > count, hasAfter: place.kind === "before" };
    };
    const newer = async (id: number, count: number): Promise<ThreadPart> => {
      const rows = await listMessages(query, thread, { kind: "from", id }, count + 1);
      return { rows: rows.slice(0, count), hasBefore: true, hasAfter: rows.length > count };
    };
    if (before !== undefined) return older({ kind: "before", id: Number(before) }, limit);
    if (after !== undefined) return newer(Number(after) + 1, limit);
    const middle = around === "unread" ? firstUnread : around === undefined ? null : Number(around);
    if (middle === null) return older({ kind: "newest", offset: 0 }, limit);
    // What comes before it is context: the message itself and what follows get the larger half.
    const context = Math.max(1, Math.floor(limit / 2));
    const rest = Math.max(1, limit - context);
    const found = await listMessagesAround(query, thread, middle, { before: context + 1, from: rest + 1 });
    return {
      rows: [...found.before.slice(-context), ...found.from.slice(0, rest)],
      hasBefore: found.before.length > context,
      hasAfter: found.from.length > rest,
    };
  }
}

interface ThreadPart {
  readonly rows: MessageRow[];
  readonly hasBefore: boolean;
  readonly hasAfter: boolean;
}

export function unreadLine({ customerId, number }: SmsLine) {
  return { customerId, type: "sms" as const, line: number };
}

function placeOf(cursor: string): { at: Date; id: number } {
  const [time = "0", id = "0"] = cursor.split(".");
  // The largest number PostgreSQL takes as an id.
  return { at: new Date(Number(time)), id: Math.min(Number(id), 2_147_483_647) };
}
