import type { Transaction } from "../../database/database.ts";
import type { UnreadService } from "../unread/index.ts";
import { type FullBoxDeps, tellIfFull } from "./boxes/full-box.ts";
import type { ArrivalMails } from "./mail/arrival-mails.ts";
import type { Mailbox } from "./mailbox-access-repository.ts";
import type { TranscriptionQueue } from "./transcription-queue.ts";
import { publishChanged, publishToMailbox, unreadLine } from "./voicemail-changes.ts";
import type { VoicemailReads } from "./voicemail-reads.ts";
import { moveToFolder } from "./voicemail-repository.ts";
import type { VoicemailService } from "./voicemail-service.ts";
import { readVoicemails } from "./voicemail-view-repository.ts";

export interface VoicemailArrivalsDeps extends FullBoxDeps {
  readonly unread: Pick<UnreadService, "addWithin">;
  readonly queue: TranscriptionQueue;
  readonly mails: ArrivalMails;
  readonly reads: VoicemailReads;
  readonly service: VoicemailService;
}

/** What the telephone does to messages, within the transactions of the phone system. */
export class VoicemailArrivals {
  readonly #deps: VoicemailArrivalsDeps;

  constructor(deps: VoicemailArrivalsDeps) {
    this.#deps = deps;
  }

  /** A message was stored. */
  async arrivedWithin(tx: Transaction, mailbox: Mailbox, id: string): Promise<void> {
    const { queue, unread, mails } = this.#deps;
    await queue.addWithin(tx, mailbox.customerId, id);
    await mails.addWithin(tx, id);
    const [voicemail] = await readVoicemails(tx.query, mailbox.customerId, [id]);
    if (!voicemail) return;
    publishToMailbox(tx, mailbox, { type: "VOICEMAIL_NEW", mailbox: mailbox.name, id, voicemail });
    await unread.addWithin(tx, unreadLine(mailbox), [id]);
    await tellIfFull(tx, mailbox, this.#deps);
  }

  heardWithin(tx: Transaction, mailbox: Mailbox, id: string): Promise<void> {
    return this.#deps.reads.heardWithin(tx, mailbox, id);
  }

  async keptWithin(tx: Transaction, mailbox: Mailbox, id: string): Promise<void> {
    await publishChanged(tx, mailbox, await moveToFolder(tx.query, mailbox.id, [id], "SAVED"));
  }

  async deletedWithin(tx: Transaction, mailbox: Mailbox, id: string): Promise<void> {
    await this.#deps.service.deleteWithin(tx, mailbox, id);
  }
}
