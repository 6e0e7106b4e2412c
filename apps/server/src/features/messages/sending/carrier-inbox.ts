import { randomUUID } from "node:crypto";
import type { DlrStatus } from "@offhook/contract";
import { type Clock, storableText } from "@offhook/kernel";
import type { BaseLogger } from "pino";
import type { Database, Transaction } from "../../../database/database.ts";
import type { UnreadService } from "../../unread/index.ts";
import {
  advanceHead,
  ensureConversation,
  lockConversation,
  updateConversation,
} from "../conversations/conversation-repository.ts";
import { unreadLine } from "../conversations/conversation-service.ts";
import {
  type FileUrl,
  type OwnConversation,
  publishMessages,
} from "../conversations/conversation-threads.ts";
import { insertFiles, insertMessage, setStatus } from "../conversations/message-repository.ts";
import { senderNumber } from "../conversations/party-number.ts";
import { findLine, findLineByNumber } from "../conversations/sms-line-repository.ts";
import type {
  CarrierEvents,
  IncomingText,
  KeywordRules,
  KeywordVerdict,
  TextReceipt,
} from "../text-carrier.ts";
import { isBlacklisted } from "../writing/blacklist-repository.ts";
import { findStatus } from "./delivery-repository.ts";
import type { MediaFiles } from "./media-files.ts";
import {
  claimIncoming,
  findReceiptTarget,
  linkIncoming,
  type ReceiptTarget,
  settlePart,
} from "./outbox-repository.ts";
import { writeText } from "./text-writer.ts";

export interface CarrierInboxDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly unread: Pick<UnreadService, "addWithin">;
  readonly files: Pick<MediaFiles, "forget">;
  readonly fileUrl: FileUrl;
  readonly keywords: KeywordRules | undefined;
  readonly outbox: { wake(): void; settled(): Promise<void> };
  readonly log: Pick<BaseLogger, "info" | "warn">;
}

/** What carriers bring: texts, and what became of ours. Both only once, however often they are told. */
export class CarrierInbox {
  readonly #deps: CarrierInboxDeps;

  constructor(deps: CarrierInboxDeps) {
    this.#deps = deps;
  }

  eventsOf(carrier: string): CarrierEvents {
    return {
      received: (text) => this.#receive(carrier, text),
      receipt: (receipt) => this.#receipt(carrier, receipt),
    };
  }

  async #receive(carrier: string, text: IncomingText): Promise<void> {
    const isKept = await this.#deps.database.transaction((tx) => this.#write(tx, carrier, text));
    if (!isKept) this.#deps.files.forget(text.media.map(({ key }) => key));
  }

  /** False: nobody keeps it. */
  async #write(tx: Transaction, carrier: string, text: IncomingText): Promise<boolean> {
    const { log, clock } = this.#deps;
    const line = await findLineByNumber(tx.query, text.to.replace(/\D/g, ""));
    if (!line) {
      log.warn({ carrier, to: text.to }, "A text came in for a number that is no line of ours");
      return false;
    }
    const row = { carrier, carrier_id: text.carrierId, customer_id: line.customerId };
    if (!(await claimIncoming(tx.query, row))) return false;
    const now = clock.now();
    // A carrier whose clock is wrong must not put its texts before or behind everything else forever.
    const at = new Date(Math.min(now, Math.max(text.at, now - MAX_DELAY_MS)));
    const sender = senderNumber(text.from);
    if (await isBlacklisted(tx.query, line.id, sender)) return false;
    const conversation = await ensureConversation(tx.query, line, sender, at);
    const own = { line, conversation };
    await insertFiles(tx.query, line.customerId, text.media);
    const id = await insertMessage(tx.query, {
      customerId: line.customerId,
      conversationId: conversation.id,
      kind: "text",
      direction: "in",
      text: storableText(text.body),
      uuid: null,
      part: 0,
      isGrouped: false,
      sentBy: null,
      at,
      isNew: true,
      mentions: [],
      media: text.media,
      status: null,
    });
    if (id === undefined) throw new Error("A text without a client id met another one");
    await linkIncoming(tx.query, carrier, text.carrierId, id);
    await advanceHead(tx.query, conversation.id, { id, at });
    const verdict = this.#deps.keywords?.judge(text.body, line);
    if (verdict) await this.#obey(tx, own, verdict, new Date(now));
    await publishMessages(tx, own, "MO", [id], this.#deps.fileUrl);
    if (verdict) await this.#answer(tx, own, verdict, new Date(now));
    await this.#deps.unread.addWithin(tx, unreadLine(line), [String(id)]);
    return true;
  }

  async #obey(
    tx: Transaction,
    { conversation }: OwnConversation,
    { effect, word }: KeywordVerdict,
    now: Date,
  ): Promise<void> {
    if (effect === "optOut")
      await updateConversation(tx.query, conversation.id, { opted_out_at: now, opted_out_word: word });
    if (effect === "optIn")
      await updateConversation(tx.query, conversation.id, { opted_out_at: null, opted_out_word: "" });
  }

  /** Once: a second STOP is left alone, and "yes" more often answers a question than opens texts again. */
  async #answer(tx: Transaction, own: OwnConversation, verdict: KeywordVerdict, now: Date): Promise<void> {
    const wasOut = own.conversation.opted_out_at !== null;
    const isDue = verdict.effect === "help" ? !wasOut : verdict.effect === "optOut" ? !wasOut : wasOut;
    if (!isDue) return;
    const text = { text: verdict.reply, media: [], uuid: randomUUID(), sentBy: null, at: now };
    await writeText(tx, own, text, { fileUrl: this.#deps.fileUrl, now });
    tx.onCommit(() => this.#deps.outbox.wake());
  }

  async #receipt(carrier: string, receipt: TextReceipt): Promise<boolean> {
    if (await this.#apply(carrier, receipt)) return true;
    // A fast carrier tells what became of a text before it was written down that it has it.
    await this.#deps.outbox.settled();
    return this.#apply(carrier, receipt);
  }

  /** False: it speaks of a text nobody knows. */
  async #apply(carrier: string, receipt: TextReceipt): Promise<boolean> {
    const { database, fileUrl } = this.#deps;
    return database.transaction(async (tx) => {
      const target = await findReceiptTarget(tx.query, carrier, receipt);
      if (!target) return false;
      const conversation = await lockConversation(tx.query, target.conversation_id);
      const next = await this.#statusAfter(tx, carrier, receipt, target);
      const before = await findStatus(tx.query, target.message_id);
      if (!next || before === next || isFinal(before, next)) return true;
      const own = { line: await findLine(tx.query, conversation.sms_line_id), conversation };
      const code = next === "delivered" || next === "sent" ? "" : receipt.code || "unknown";
      await setStatus(tx.query, target.message_id, next, code, new Date(receipt.at));
      await publishMessages(tx, own, next === "rejected" ? "DSR" : "DLR", [target.message_id], fileUrl);
      return true;
    });
  }

  /** A long text is there when all of its parts are, and has failed when one of them has. */
  async #statusAfter(
    tx: Transaction,
    carrier: string,
    receipt: TextReceipt,
    { message_id }: ReceiptTarget,
  ): Promise<DlrStatus | undefined> {
    if ("id" in receipt) return receipt.state;
    const states = await settlePart(tx.query, carrier, receipt.carrierId, message_id, receipt.state);
    const isBad = states.some((state) => state === "failed" || state === "rejected" || state === "expired");
    if (isBad) return receipt.state === "delivered" || receipt.state === "sent" ? undefined : receipt.state;
    return states.every((state) => state === "delivered") ? "delivered" : "sent";
  }
}

const MAX_DELAY_MS = 7 * 86_400_000;

/** What is on the phone stays there: a carrier that doubts it later, or repeats an older state, is not believed. */
function isFinal(before: string | null, next: DlrStatus): boolean {
  return before === "delivered" || (before !== "queued" && before !== "sent" && next === "sent");
}
