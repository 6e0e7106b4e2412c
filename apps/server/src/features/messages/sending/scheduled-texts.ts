import type { CancelScheduledSms, ScheduleSms, SmsMessage } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { BaseLogger } from "pino";
import type { Database, Transaction } from "../../../database/database.ts";
import type { Actor } from "../../../platform/actor.ts";
import { DueLoop } from "../../../platform/loops/due-loop.ts";
import {
  lockConversation,
  readConversation,
  recountScheduled,
  updateConversation,
} from "../conversations/conversation-repository.ts";
import {
  type FileUrl,
  type OwnConversation,
  publishToLine,
  threadOf,
} from "../conversations/conversation-threads.ts";
import type { StoredMedia } from "../conversations/message-media.ts";
import { insertFiles, insertMedia } from "../conversations/message-repository.ts";
import {
  deleteFiles,
  deleteScheduled,
  deleteScheduledMedia,
  findScheduled,
  findScheduledByUuid,
  insertScheduled,
  listDueScheduled,
  listScheduledMedia,
  nextScheduledAt,
  type ScheduledRow,
  scheduledView,
  updateScheduled,
} from "../conversations/scheduled-repository.ts";
import { findLine, requireOwnLine } from "../conversations/sms-line-repository.ts";
import {
  idTaken,
  receiverBlocked,
  receiverOptedOut,
  scheduledInPast,
  scheduledNotFound,
  scheduledTooFar,
} from "../message-errors.ts";
import type { MediaFiles } from "./media-files.ts";
import type { SmsSender } from "./sms-sender.ts";

export interface ScheduledTextsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly files: MediaFiles;
  readonly fileUrl: FileUrl;
  readonly sender: SmsSender;
  readonly log: Pick<BaseLogger, "error">;
}

const BATCH = 50;
/** A moment that has just passed is meant as now: clocks differ, and writing takes time. */
const TOLERANCE_MS = 60_000;
const FARTHEST_MS = 366 * 86_400_000;

/** Texts that wait for their time. */
export class ScheduledTexts {
  readonly #deps: ScheduledTextsDeps;
  readonly #loop: DueLoop;

  constructor(deps: ScheduledTextsDeps) {
    this.#deps = deps;
    const { database, clock, log } = deps;
    this.#loop = new DueLoop({
      name: "scheduled texts",
      clock,
      log,
      work: (now) => this.#sendDue(now),
      nextAt: () => nextScheduledAt(database.query),
    });
  }

  start(): void {
    this.#loop.start();
  }

  close(): Promise<void> {
    return this.#loop.close();
  }

  /** New, or with the id of one that waits: what it is to say from now on, and when. */
  async schedule(actor: Actor, request: ScheduleSms): Promise<SmsMessage> {
    const { database, files } = this.#deps;
    this.#requireTime(request.scheduled_at);
    return files.with(request.media, (media) =>
      database.transaction(async (tx) => {
        tx.onCommit(() => this.#loop.wake());
        return request.scheduledId === undefined
          ? this.#add(tx, actor, request, media)
          : { isUsed: true, result: await this.#edit(tx, actor, request, media, request.scheduledId) };
      }),
    );
  }

  async cancel(actor: Actor, { scheduledId }: CancelScheduledSms): Promise<{ scheduledId: number }> {
    const { database, files } = this.#deps;
    return database.transaction(async (tx) => {
      const { own, row } = await this.#lockOwn(tx, actor, scheduledId);
      const keys = await deleteScheduledMedia(tx.query, row.id);
      await deleteFiles(tx.query, keys);
      tx.onCommit(() => files.forget(keys));
      await this.#remove(tx, own, row.id);
      return { scheduledId };
    });
  }

  async #add(tx: Transaction, actor: Actor, request: ScheduleSms, media: readonly StoredMedia[]) {
    const { sender, clock } = this.#deps;
    const line = await requireOwnLine(tx.query, actor, request.sms_line);
    const own = await sender.open(tx, line, request.receiver);
    const { conversation } = own;
    const repeated = await findScheduledByUuid(tx.query, actor.customerId, request.mId);
    if (repeated) {
      if (repeated.conversation_id !== conversation.id) throw idTaken();
      return { isUsed: false, result: await this.#view(tx, own, repeated) };
    }
    if (conversation.is_blocked) throw receiverBlocked();
    if (conversation.opted_out_at) throw receiverOptedOut();
    const id = await insertScheduled(tx.query, {
      customer_id: actor.customerId,
      conversation_id: conversation.id,
      uuid: request.mId,
      text: request.msgdata,
      created_by: actor.userId,
      created_at: new Date(clock.now()),
      scheduled_at: new Date(request.scheduled_at),
    });
    if (id === undefined) throw idTaken();
    await insertFiles(tx.query, actor.customerId, media);
    await insertMedia(tx.query, actor.customerId, { scheduled_id: id }, media);
    if (conversation.deleted_at) await updateConversation(tx.query, conversation.id, { deleted_at: null });
    return { isUsed: true, result: await this.#tell(tx, own, actor.customerId, id) };
  }

  async #edit(
    tx: Transaction,
    actor: Actor,
    request: ScheduleSms,
    media: readonly StoredMedia[],
    id: number,
  ): Promise<SmsMessage> {
    const { files } = this.#deps;
    const { own, row } = await this.#lockOwn(tx, actor, id);
    await updateScheduled(tx.query, row.id, {
      text: request.msgdata,
      scheduled_at: new Date(request.scheduled_at),
    });
    if (media.length > 0 || request.removeMedia) {
      const former = await deleteScheduledMedia(tx.query, row.id);
      await deleteFiles(tx.query, former);
      tx.onCommit(() => files.forget(former));
      await insertFiles(tx.query, actor.customerId, media);
      await insertMedia(tx.query, actor.customerId, { scheduled_id: row.id }, media);
    }
    return this.#tell(tx, own, actor.customerId, row.id);
  }

  /** Anybody on the line may change it: it is the line that speaks. */
  async #lockOwn(
    tx: Transaction,
    actor: Actor,
    id: number,
  ): Promise<{ own: OwnConversation; row: ScheduledRow }> {
    const found = await findScheduled(tx.query, actor.customerId, id);
    if (!found) throw scheduledNotFound();
    const conversation = await lockConversation(tx.query, found.conversation_id);
    const { number } = await findLine(tx.query, conversation.sms_line_id);
    const line = await requireOwnLine(tx.query, actor, number);
    // It may have gone out while we waited.
    const row = await findScheduled(tx.query, actor.customerId, id);
    if (!row) throw scheduledNotFound();
    return { own: { line, conversation }, row };
  }

  async #tell(tx: Transaction, own: OwnConversation, customerId: number, id: number): Promise<SmsMessage> {
    await recountScheduled(tx.query, own.conversation.id);
    const row = await findScheduled(tx.query, customerId, id);
    if (!row) throw scheduledNotFound();
    const message = await this.#view(tx, own, row);
    const conversation = await readConversation(tx.query, own.conversation.id);
    const smsLine = own.line.number;
    publishToLine(tx, own.line, { type: "SMS_SCHEDULED", smsLine, conversation, message });
    return message;
  }

  async #view(tx: Transaction, own: OwnConversation, row: ScheduledRow): Promise<SmsMessage> {
    const media = await listScheduledMedia(tx.query, row.id);
    return scheduledView(threadOf(own), row, media, this.#deps.fileUrl);
  }

  async #remove(tx: Transaction, own: OwnConversation, scheduledId: number): Promise<void> {
    await deleteScheduled(tx.query, scheduledId);
    await recountScheduled(tx.query, own.conversation.id);
    const conversation = await readConversation(tx.query, own.conversation.id);
    const smsLine = own.line.number;
    publishToLine(tx, own.line, { type: "SMS_UNSCHEDULED", smsLine, conversation, scheduledId });
  }

  async #sendDue(now: Date): Promise<void> {
    const { database } = this.#deps;
    for (const due of await listDueScheduled(database.query, now, BATCH))
      await database.transaction((tx) => this.#send(tx, due.id, due.conversation_id));
  }

  /** Becomes a message and stops being scheduled in one transaction: it cannot go out twice. */
  async #send(tx: Transaction, id: number, conversationId: number): Promise<void> {
    const conversation = await lockConversation(tx.query, conversationId);
    const row = await findScheduled(tx.query, conversation.customer_id, id);
    if (!row || row.scheduled_at.getTime() > this.#deps.clock.now()) return;
    const own = { line: await findLine(tx.query, conversation.sms_line_id), conversation };
    const media = await listScheduledMedia(tx.query, id);
    await deleteScheduledMedia(tx.query, id);
    await this.#remove(tx, own, id);
    const { uuid, text, created_by: sentBy, scheduled_at: at } = row;
    await this.#deps.sender.sendScheduled(tx, own, { text, media, uuid, sentBy, at });
  }

  #requireTime(at: number): void {
    const now = this.#deps.clock.now();
    if (at < now - TOLERANCE_MS) throw scheduledInPast();
    if (at > now + FARTHEST_MS) throw scheduledTooFar();
  }
}
