import { randomUUID } from "node:crypto";
import {
  type DlrStatus,
  isFailedText,
  type RetrySms,
  type SendSms,
  type SentSms,
  type SmsMessage,
} from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { Database, Transaction } from "../../../database/database.ts";
import { findRegion } from "../../../database/region-repository.ts";
import type { Actor } from "../../../platform/actor.ts";
import { DomainError } from "../../../platform/domain-error.ts";
import type { TextMessage } from "../../../platform/sms.ts";
import {
  type ConversationRow,
  ensureConversation,
  findConversation,
  lockByNumber,
  lockConversation,
  lockOwnByNumber,
} from "../conversations/conversation-repository.ts";
import {
  type FileUrl,
  lockOwnConversation,
  meantNumbers,
  type OwnConversation,
  publishMessages,
  threadOf,
} from "../conversations/conversation-threads.ts";
import { findMessage, findSent, insertFiles, setStatus } from "../conversations/message-repository.ts";
import { partyNumber } from "../conversations/party-number.ts";
import { listOwnSmsLines, requireOwnLine, type SmsLine } from "../conversations/sms-line-repository.ts";
import { describeMessages, findMessages } from "../conversations/thread-repository.ts";
import {
  idTaken,
  messageNotFound,
  notFailed,
  ownNumber,
  receiverBlocked,
  receiverOptedOut,
} from "../message-errors.ts";
import type { Carriers } from "./carriers.ts";
import type { MediaFiles } from "./media-files.ts";
import { forgetCarrierTexts, insertOutboxText } from "./outbox-repository.ts";
import { type TextToWrite, writeText } from "./text-writer.ts";

export interface SmsSenderDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly files: MediaFiles;
  readonly fileUrl: FileUrl;
  readonly outbox: { wake(): void };
  readonly carriers: Carriers;
  /** The line the user writes from unless they name one; null where they have chosen none. */
  readonly defaultLine: (actor: Actor) => Promise<string | null>;
  /** A text to somebody whose call was missed returns that call. */
  readonly textedWithin: (
    tx: Transaction,
    text: { customerId: number; userId: number; number: string; at: Date },
  ) => Promise<void>;
}

/** Sends texts in the name of a line. */
export class SmsSender {
  readonly #deps: SmsSenderDeps;

  constructor(deps: SmsSenderDeps) {
    this.#deps = deps;
  }

  /** The same client id twice sends once, and answers the same. */
  async send(actor: Actor, request: SendSms): Promise<SentSms> {
    const { database, files } = this.#deps;
    // Files are stored before anything is locked; those of a repeated request need not be.
    const before = request.media.length === 0 ? undefined : await this.#sentEarlier(actor, request);
    if (before) return before;
    return files.with(request.media, (media) =>
      database.transaction(async (tx) => {
        const own = await this.#openOwn(tx, actor, request);
        // A plain text finds out by being written, which is the rule; anything else must not leave a trace.
        const isPlain = media.length === 0 && isReachable(own.conversation);
        const repeated = isPlain ? undefined : await this.#sentBefore(tx, actor, own.line, request.mId);
        if (repeated) return { isUsed: false, result: repeated };
        requireReachable(own.conversation);
        const now = new Date(this.#deps.clock.now());
        await insertFiles(tx.query, own.line.customerId, media);
        const text = { text: request.msgdata, media, uuid: request.mId, sentBy: actor.userId, at: now };
        const written = await writeText(tx, own, text, { fileUrl: this.#deps.fileUrl, now });
        if (!written)
          return { isUsed: false, result: await this.#sentAlready(tx, actor, own.line, request.mId) };
        await this.#afterSending(tx, actor.userId, own);
        return { isUsed: true, result: sent(request.mId, written.messages) };
      }),
    );
  }

  /** Sends a text in the name of a user, from their line. False where they cannot write to this number. */
  async speakFor(actor: Actor, { to, text }: TextMessage): Promise<boolean> {
    const { database, carriers, defaultLine } = this.#deps;
    const lines = actor.features.has("messaging") ? await listOwnSmsLines(database.query, actor) : [];
    const chosen = await defaultLine(actor);
    const line = lines.find(({ number }) => number === chosen) ?? lines.at(0);
    if (!line || carriers.all.length === 0) return false;
    const request = { sms_line: line.number, receiver: to, msgdata: text, media: [], mId: randomUUID() };
    try {
      await this.send(actor, request);
      return true;
    } catch (error) {
      // Blocked, opted out, no number: whoever asked tells the user so.
      if (error instanceof DomainError) return false;
      throw error;
    }
  }

  /** Tries a text that failed once more; it stays where it is. */
  async retry(actor: Actor, { id, ...address }: RetrySms): Promise<SmsMessage> {
    const { database, clock, fileUrl, outbox } = this.#deps;
    return database.transaction(async (tx) => {
      const own = await lockOwnConversation(tx, actor, address);
      const { line, conversation } = own;
      const message = await findMessage(tx.query, conversation, Number(id));
      if (!message || message.deleted_at) throw messageNotFound();
      // Written through the table's own check.
      if (!isFailedText(message.status as DlrStatus | null)) throw notFailed();
      requireReachable(conversation);
      const now = new Date(clock.now());
      await forgetCarrierTexts(tx.query, message.id);
      await setStatus(tx.query, message.id, "queued", "", now);
      await insertOutboxText(tx.query, {
        id: randomUUID(),
        customer_id: line.customerId,
        conversation_id: conversation.id,
        message_id: message.id,
        next_attempt_at: now,
      });
      tx.onCommit(() => outbox.wake());
      const { messages } = await publishMessages(tx, own, "DSR", [message.id], fileUrl);
      const [again] = messages;
      if (!again) throw messageNotFound();
      return again;
    });
  }

  /** The conversation of a line with a number, made when it is the first time, and held. */
  async open(tx: Transaction, line: SmsLine, receiver: string): Promise<OwnConversation> {
    // Nearly always it is the id we gave: then nothing has to be looked up or made.
    const same = receiver === line.number ? undefined : await lockByNumber(tx.query, line.id, receiver);
    if (same) return { line, conversation: same };
    const numbers = await meantNumbers(tx.query, line.customerId, receiver);
    const known = await findConversation(tx.query, line.id, numbers);
    const number = known?.number ?? partyNumber(receiver, await findRegion(tx.query, line.customerId));
    if (number === line.number) throw ownNumber();
    const now = new Date(this.#deps.clock.now());
    return { line, conversation: await ensureConversation(tx.query, line, number, now) };
  }

  /** A scheduled text whose time has come. */
  async sendScheduled(
    tx: Transaction,
    own: OwnConversation,
    text: Omit<TextToWrite, "refusal">,
  ): Promise<void> {
    const now = new Date(this.#deps.clock.now());
    const refusal = own.conversation.is_blocked
      ? "blockedByUs"
      : own.conversation.opted_out_at
        ? "optedOut"
        : undefined;
    if (!(await writeText(tx, own, { ...text, refusal }, { fileUrl: this.#deps.fileUrl, now })))
      throw idTaken();
    if (refusal === undefined && text.sentBy !== null) await this.#afterSending(tx, text.sentBy, own);
  }

  /** Where a user writes to, held. Nearly always it is a conversation by the names we gave: then in one step. */
  async #openOwn(
    tx: Transaction,
    actor: Actor,
    { sms_line, receiver }: Pick<SendSms, "sms_line" | "receiver">,
  ): Promise<OwnConversation> {
    const isOwnNumber = receiver === sms_line;
    const own = isOwnNumber
      ? undefined
      : await lockOwnByNumber(tx.query, actor, { line: sms_line, number: receiver });
    return own ?? this.open(tx, await requireOwnLine(tx.query, actor, sms_line), receiver);
  }

  async #afterSending(
    tx: Transaction,
    userId: number,
    { line, conversation }: OwnConversation,
  ): Promise<void> {
    tx.onCommit(() => this.#deps.outbox.wake());
    await this.#deps.textedWithin(tx, {
      customerId: line.customerId,
      userId,
      number: conversation.number,
      at: new Date(this.#deps.clock.now()),
    });
  }

  async #sentEarlier(actor: Actor, { sms_line, mId }: SendSms): Promise<SentSms | undefined> {
    const { database } = this.#deps;
    const line = await requireOwnLine(database.query, actor, sms_line);
    return database.transaction((tx) => this.#sentBefore(tx, actor, line, mId));
  }

  async #sentAlready(tx: Transaction, actor: Actor, line: SmsLine, uuid: string): Promise<SentSms> {
    const before = await this.#sentBefore(tx, actor, line, uuid);
    if (!before) throw idTaken();
    return before;
  }

  async #sentBefore(
    tx: Transaction,
    actor: Actor,
    line: SmsLine,
    uuid: string,
  ): Promise<SentSms | undefined> {
    const rows = await findSent(tx.query, actor.customerId, uuid);
    const [first] = rows;
    if (!first) return undefined;
    const conversation = await lockConversation(tx.query, first.conversation_id);
    if (conversation.sms_line_id !== line.id) throw idTaken();
    // Also when the conversation was deleted since: it did go out.
    const thread = { ...threadOf({ line, conversation }), clearedId: 0 };
    const found = await findMessages(
      tx.query,
      thread,
      rows.map(({ id }) => id),
    );
    return sent(uuid, describeMessages(thread, found, this.#deps.fileUrl), rows.at(-1)?.id);
  }
}

function isReachable({ is_blocked, opted_out_at }: ConversationRow): boolean {
  return !is_blocked && opted_out_at === null;
}

function requireReachable({ is_blocked, opted_out_at }: ConversationRow): void {
  if (is_blocked) throw receiverBlocked();
  if (opted_out_at) throw receiverOptedOut();
}

function sent(mId: string, messages: SmsMessage[], lastId?: number): SentSms {
  return { id: messages.at(-1)?.id ?? String(lastId ?? ""), mId, messages };
}
