import type { FaxMail } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { z } from "zod";
import type { Database, Transaction } from "../../../database/database.ts";
import type { Actor } from "../../../platform/actor.ts";
import type { ObjectStore } from "../../../platform/files/object-store.ts";
import { claimForward, findSender } from "../../../platform/mail/forward-repository.ts";
import type { Mail } from "../../../platform/mail/mail.ts";
import { faxNotFound, fileMissing, mailIsOff, tooManyMails } from "../fax-errors.ts";
import { requireOwnFaxLine } from "../fax-line-repository.ts";
import { faxItems } from "../fax-repository.ts";
import { forwardMail } from "./fax-mail.ts";
import { findToldFax } from "./fax-mail-repository.ts";
import { pagesOf } from "./fax-mails.ts";

export interface FaxForwardsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly objects: Pick<ObjectStore, "head">;
  readonly outbox: { readonly canMail: boolean; mail(tx: Transaction, mail: Mail): Promise<void> };
}

/** Faxes that users send on by mail. */
export class FaxForwards {
  readonly #deps: FaxForwardsDeps;

  constructor(deps: FaxForwardsDeps) {
    this.#deps = deps;
  }

  async send(actor: Actor, { mailbox, id, uuid, to, note }: z.output<typeof FaxMail>): Promise<null> {
    const { database, clock, objects, outbox } = this.#deps;
    if (!outbox.canMail) throw mailIsOff();
    return database.transaction(async (tx) => {
      const line = await requireOwnFaxLine(tx.query, actor, mailbox);
      const [own] = await faxItems.listIdsIn(tx.query, line.id, [id]);
      const fax = own === undefined ? undefined : await findToldFax(tx.query, own);
      if (!fax) throw faxNotFound();
      const { userId } = actor;
      if (!(await claimForward(tx.query, { userId, uuid, now: clock.now() }, tooManyMails))) return null;
      const from = await findSender(tx.query, userId);
      const files = await pagesOf(objects, fax, from.timezone);
      if (files.length === 0) throw fileMissing();
      await outbox.mail(tx, forwardMail({ to, note, from }, fax, files));
      return null;
    });
  }
}
