import type { ReadRequest, UnreadCounters, UnreadRequest, UnreadType } from "@offhook/contract";
import type { Database, Transaction } from "../../../database/database.ts";
import type { Actor } from "../../../platform/actor.ts";
import type { ItemReads, ReadOnLine, UnreadService } from "../../unread/index.ts";
import { noConversation } from "../message-errors.ts";
import { findConversation, readConversations, recountHeads } from "./conversation-repository.ts";
import { unreadLine } from "./conversation-service.ts";
import { meantNumbers, publishToLine } from "./conversation-threads.ts";
import {
  addReader,
  type LineMessages,
  lastIncoming,
  lockTouched,
  markMessages,
  removeReader,
} from "./read-marks-repository.ts";
import { listOwnSmsLines, requireOwnLine, type SmsLine } from "./sms-line-repository.ts";

export interface ReadMarksDeps {
  readonly database: Database;
  readonly unread: UnreadService;
  /** Of voicemails and faxes too it is known who has read them. */
  readonly voicemailReads: OtherReads;
  readonly faxReads: OtherReads;
}

type OtherReads = Pick<ItemReads<never>, "markReadWithin" | "markUnreadWithin">;

const TOLD_CONVERSATIONS = 30;

/** What is read and unread. Texts keep who has read them; the counters of all kinds of lines are the unread service's. */
export class ReadMarks {
  readonly #deps: ReadMarksDeps;

  constructor(deps: ReadMarksDeps) {
    this.#deps = deps;
  }

  async markRead(actor: Actor, request: ReadRequest): Promise<UnreadCounters> {
    const { database, unread, voicemailReads, faxReads } = this.#deps;
    return database.transaction(async (tx) => {
      const { type } = request;
      if (type === "phn") return unread.markReadWithin(tx, actor, request);
      const isMeant = (kind: UnreadType): boolean => type === "all" || type === kind;
      const what = type === "all" ? {} : request;
      const read: ReadOnLine[] = [];
      if (isMeant("sms")) read.push(...(await this.#readTexts(tx, actor, request)));
      if (isMeant("vox")) read.push(...(await voicemailReads.markReadWithin(tx, actor, what)));
      if (isMeant("fax")) read.push(...(await faxReads.markReadWithin(tx, actor, what)));
      // Only now: whoever holds the counters must not wait for a conversation or a box any more.
      for (const { line, ids } of read) await unread.removeWithin(tx, [line], ids);
      return type === "all" ? unread.markReadWithin(tx, actor, request) : unread.countWithin(tx, actor);
    });
  }

  async markUnread(actor: Actor, request: UnreadRequest): Promise<UnreadCounters> {
    const { database, unread, voicemailReads, faxReads } = this.#deps;
    return database.transaction(async (tx) => {
      if (request.type === "vox" || request.type === "fax") {
        await (request.type === "vox" ? voicemailReads : faxReads).markUnreadWithin(tx, actor, request);
        return unread.countWithin(tx, actor);
      }
      if (request.type !== "sms") return unread.markUnreadWithin(tx, actor, request);
      const line = await requireOwnLine(tx.query, actor, request.line);
      const ids = await this.#unreadIds(tx, line, request);
      const messages = { lineId: line.id, ids, conversationId: undefined };
      const conversationIds = await lockTouched(tx.query, messages);
      const marked = await markMessages(tx.query, messages, { isNew: true, userId: actor.userId });
      await removeReader(tx.query, conversationIds, actor.userId);
      await recountHeads(tx.query, conversationIds);
      if (marked.length > 0) {
        await this.#tell(tx, actor, line, { conversationIds, ids: marked, isNew: true });
        await unread.addWithin(tx, unreadLine(line), marked);
      }
      return unread.countWithin(tx, actor);
    });
  }

  async #readTexts(tx: Transaction, actor: Actor, request: ReadRequest): Promise<ReadOnLine[]> {
    const isOne = request.type === "sms" && request.line !== undefined;
    const lines = isOne
      ? [await requireOwnLine(tx.query, actor, request.line ?? "")]
      : await listOwnSmsLines(tx.query, actor);
    const read: ReadOnLine[] = [];
    for (const line of lines) {
      const ids = await this.#readLine(tx, actor, line, request);
      if (ids.length > 0) read.push({ line: unreadLine(line), ids });
    }
    return read;
  }

  /** The ids of what was unread. */
  async #readLine(tx: Transaction, actor: Actor, line: SmsLine, request: ReadRequest): Promise<string[]> {
    const { userId } = actor;
    const messages: LineMessages = {
      lineId: line.id,
      ids: request.type === "sms" ? request.ids?.filter(isId).map(Number) : undefined,
      conversationId: await this.#conversationId(tx, line, request),
    };
    const conversationIds = await lockTouched(tx.query, messages);
    if (conversationIds.length === 0) return [];
    const marked = await markMessages(tx.query, messages, { isNew: false, userId });
    const isNewReader = await addReader(tx.query, conversationIds, messages, userId);
    if (marked.length === 0 && !isNewReader) return [];
    await recountHeads(tx.query, conversationIds);
    const ids = messages.ids?.map(String) ?? (messages.conversationId === undefined ? null : marked);
    await this.#tell(tx, actor, line, { conversationIds, ids, isNew: false });
    return marked;
  }

  async #conversationId(
    tx: Transaction,
    line: SmsLine,
    { conversation, type }: ReadRequest,
  ): Promise<number | undefined> {
    if (conversation === undefined || type !== "sms") return undefined;
    return (await this.#find(tx, line, conversation)).id;
  }

  async #find(tx: Transaction, line: SmsLine, conversation: string) {
    const numbers = await meantNumbers(tx.query, line.customerId, conversation);
    const found = await findConversation(tx.query, line.id, numbers);
    if (!found) throw noConversation();
    return found;
  }

  /** Without ids the last text of the conversation that came in. */
  async #unreadIds(tx: Transaction, line: SmsLine, { ids, conversation }: UnreadRequest): Promise<number[]> {
    if (ids) return ids.filter(isId).map(Number);
    const found = await this.#find(tx, line, conversation ?? "");
    const last = await lastIncoming(tx.query, found.id);
    return last === undefined ? [] : [last];
  }

  async #tell(tx: Transaction, actor: Actor, line: SmsLine, change: Change): Promise<void> {
    const { conversationIds, ids, isNew } = change;
    publishToLine(tx, line, {
      type: "SMS_READ",
      smsLine: line.number,
      conversations: await readConversations(tx.query, conversationIds.slice(0, TOLD_CONVERSATIONS)),
      isComplete: conversationIds.length <= TOLD_CONVERSATIONS,
      ids,
      new: isNew,
      user_id: actor.userId,
    });
  }
}

interface Change {
  readonly conversationIds: readonly number[];
  readonly ids: string[] | null;
  readonly isNew: boolean;
}

const isId = (id: string): boolean => /^[1-9]\d{0,14}$/.test(id);
