import type {
  Voicemail,
  VoicemailDeletion,
  VoicemailDetails,
  VoicemailFile,
  VoicemailFileQuery,
  VoicemailListQuery,
  VoicemailMove,
  VoicemailQuery,
} from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { z } from "zod";
import type { Database, Transaction } from "../../database/database.ts";
import type { Actor } from "../../platform/actor.ts";
import type { ObjectStore } from "../../platform/files/object-store.ts";
import { UNDO_MS } from "../../platform/loops/forgetting-loop.ts";
import type { UnreadService } from "../unread/index.ts";
import {
  listOwnMailboxes,
  type Mailbox,
  requireOwnMailbox,
  requireOwnMailboxes,
} from "./mailbox-access-repository.ts";
import { publishChanged, publishToMailbox, unreadLine } from "./voicemail-changes.ts";
import { fileMissing, tooLateToUndo, voicemailNotFound } from "./voicemail-errors.ts";
import { fileNameOf } from "./voicemail-file-name.ts";
import { findFilePlace, listVoicemailIds } from "./voicemail-list-repository.ts";
import { lockVoicemail, moveToFolder, voicemailItems } from "./voicemail-repository.ts";
import { readExtras, readVoicemails } from "./voicemail-view-repository.ts";

export interface VoicemailServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly objects: Pick<ObjectStore, "head">;
  readonly unread: Pick<UnreadService, "addWithin" | "removeWithin">;
  /** The address a browser loads a stored file from. */
  readonly fileUrl: (key: string, name?: string) => string;
  /** Something was deleted, and has to be forgotten later. */
  readonly onDeleted: () => void;
}

/** Messages of the boxes that a user reads. */
export class VoicemailService {
  readonly #deps: VoicemailServiceDeps;

  constructor(deps: VoicemailServiceDeps) {
    this.#deps = deps;
  }

  async list(actor: Actor, page: VoicemailListQuery): Promise<Voicemail[]> {
    const { query } = this.#deps.database;
    const mailboxes =
      page.mailbox === undefined
        ? await listOwnMailboxes(query, actor)
        : await requireOwnMailboxes(query, actor, page.mailbox);
    const reader = { ...actor, lineIds: mailboxes.map(({ id }) => id) };
    return readVoicemails(query, actor.customerId, await listVoicemailIds(query, reader, page));
  }

  async read(actor: Actor, { mailbox, id }: VoicemailQuery): Promise<VoicemailDetails> {
    const { query } = this.#deps.database;
    const box = await requireOwnMailbox(query, actor, mailbox);
    const [voicemail] = await readVoicemails(
      query,
      actor.customerId,
      await voicemailItems.listIdsIn(query, box.id, [id]),
    );
    if (!voicemail) throw voicemailNotFound();
    return { ...voicemail, ...(await readExtras(query, actor.userId, id)) };
  }

  async file(
    actor: Actor,
    { mailbox, id, download }: z.output<typeof VoicemailFileQuery>,
  ): Promise<VoicemailFile> {
    const { database, objects, fileUrl } = this.#deps;
    const box = await requireOwnMailbox(database.query, actor, mailbox);
    const place = await findFilePlace(database.query, actor.userId, box.id, id);
    if (!place) throw voicemailNotFound();
    const stored = await objects.head(place.objectKey);
    if (!stored) throw fileMissing();
    const filename = fileNameOf(place, stored.type);
    return {
      url: fileUrl(place.objectKey, download ? filename : undefined),
      filename,
      duration: Math.round(place.durationMs / 1000),
    };
  }

  async move(actor: Actor, { mailbox, ids, dir }: VoicemailMove): Promise<Voicemail[]> {
    return this.#deps.database.transaction(async (tx) => {
      const box = await requireOwnMailbox(tx.query, actor, mailbox);
      const own = await voicemailItems.listIdsIn(tx.query, box.id, ids);
      if (own.length === 0) throw voicemailNotFound();
      await publishChanged(tx, box, await moveToFolder(tx.query, box.id, own, dir));
      return readVoicemails(tx.query, actor.customerId, own);
    });
  }

  async delete(actor: Actor, { mailbox, id }: VoicemailQuery): Promise<VoicemailDeletion> {
    return this.#deps.database.transaction(async (tx) => {
      const box = await requireOwnMailbox(tx.query, actor, mailbox);
      const deletedAt = await this.deleteWithin(tx, box, id);
      if (!deletedAt) throw voicemailNotFound();
      return { undoUntil: deletedAt.getTime() + UNDO_MS };
    });
  }

  /** When it was deleted, now or before; undefined where the box has no such message. */
  async deleteWithin(tx: Transaction, mailbox: Mailbox, id: string): Promise<Date | undefined> {
    const { clock, unread, onDeleted } = this.#deps;
    const message = await lockVoicemail(tx.query, mailbox.id, id);
    if (!message || message.deletedAt) return message?.deletedAt ?? undefined;
    const now = new Date(clock.now());
    await voicemailItems.saveDeletedAt(tx.query, id, now);
    publishToMailbox(tx, mailbox, { type: "VOICEMAIL_DELETED", mailbox: mailbox.name, ids: [id] });
    if (message.isNew) await unread.removeWithin(tx, [unreadLine(mailbox)], [id]);
    tx.onCommit(onDeleted);
    return now;
  }

  async restore(actor: Actor, { mailbox, id }: VoicemailQuery): Promise<Voicemail> {
    const { database, clock, unread } = this.#deps;
    return database.transaction(async (tx) => {
      const box = await requireOwnMailbox(tx.query, actor, mailbox);
      const message = await lockVoicemail(tx.query, box.id, id);
      if (!message) throw voicemailNotFound();
      if (message.deletedAt) {
        if (message.deletedAt.getTime() + UNDO_MS < clock.now()) throw tooLateToUndo();
        await voicemailItems.saveDeletedAt(tx.query, id, null);
        await publishChanged(tx, box, [id]);
        if (message.isNew) await unread.addWithin(tx, unreadLine(box), [id]);
      }
      const [restored] = await readVoicemails(tx.query, actor.customerId, [id]);
      if (!restored) throw voicemailNotFound();
      return restored;
    });
  }
}
