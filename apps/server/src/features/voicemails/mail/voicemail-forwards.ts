import type { VoicemailMail } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { z } from "zod";
import type { Database, Transaction } from "../../../database/database.ts";
import type { Actor } from "../../../platform/actor.ts";
import type { ObjectStore } from "../../../platform/files/object-store.ts";
import { claimForward, findSender } from "../../../platform/mail/forward-repository.ts";
import type { Mail } from "../../../platform/mail/mail.ts";
import { requireOwnMailbox } from "../mailbox-access-repository.ts";
import { fileMissing, mailIsOff, tooManyMails, voicemailNotFound } from "../voicemail-errors.ts";
import { voicemailItems } from "../voicemail-repository.ts";
import { findMailedVoicemail } from "./mail-repository.ts";
import { attachmentOf, forwardMail } from "./voicemail-mail.ts";

export interface VoicemailForwardsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly objects: Pick<ObjectStore, "head">;
  readonly outbox: { readonly canMail: boolean; mail(tx: Transaction, mail: Mail): Promise<void> };
}

/** Messages that users send on by mail. */
export class VoicemailForwards {
  readonly #deps: VoicemailForwardsDeps;

  constructor(deps: VoicemailForwardsDeps) {
    this.#deps = deps;
  }

  async send(actor: Actor, { mailbox, id, uuid, to, note }: z.output<typeof VoicemailMail>): Promise<null> {
    const { database, clock, objects, outbox } = this.#deps;
    if (!outbox.canMail) throw mailIsOff();
    return database.transaction(async (tx) => {
      const box = await requireOwnMailbox(tx.query, actor, mailbox);
      const [own] = await voicemailItems.listIdsIn(tx.query, box.id, [id]);
      const voicemail = own === undefined ? undefined : await findMailedVoicemail(tx.query, own);
      if (!voicemail) throw voicemailNotFound();
      const { userId } = actor;
      const request = { userId, uuid, now: clock.now() };
      if (!(await claimForward(tx.query, request, tooManyMails))) return null;
      const from = await findSender(tx.query, userId);
      const file = await attachmentOf(objects, voicemail, from.timezone);
      if (!file) throw fileMissing();
      await outbox.mail(tx, forwardMail({ to, note, from }, voicemail, [file]));
      return null;
    });
  }
}
