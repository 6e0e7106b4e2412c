import type { Clock } from "@offhook/kernel";
import type { BaseLogger } from "pino";
import type { Database, Transaction } from "../../../database/database.ts";
import type { ObjectStore } from "../../../platform/files/object-store.ts";
import { DueLoop } from "../../../platform/loops/due-loop.ts";
import type { Mail, MailAttachment } from "../../../platform/mail/mail.ts";
import { fileNameOf } from "../fax-file-name.ts";
import type { FaxReceipts } from "../receipts/fax-receipts.ts";
import { arrivalMail, receiptMail } from "./fax-mail.ts";
import {
  findToldFax,
  insertMail,
  listDueMails,
  listMailReaders,
  nextMailAt,
  type ToldFax,
  takeMail,
} from "./fax-mail-repository.ts";

export interface FaxMailsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<BaseLogger, "error">;
  readonly objects: Pick<ObjectStore, "head">;
  readonly receipts: Pick<FaxReceipts, "keyOf">;
  readonly outbox: { mail(tx: Transaction, mail: Mail): Promise<void> };
  /** Where people reach the console. */
  readonly publicUrl: string;
}

/** Many mail servers take no more than this in all. */
const MAX_ATTACHED_BYTES = 10 * 1024 * 1024;
const BATCH_SIZE = 20;

/** Tells by mail of faxes that came in and of what became of those that were sent, where their line wants that. */
export class FaxMails {
  readonly #deps: FaxMailsDeps;
  readonly #loop: DueLoop;

  constructor(deps: FaxMailsDeps) {
    this.#deps = deps;
    const { database, clock, log } = deps;
    this.#loop = new DueLoop({
      name: "faxes by mail",
      clock,
      log,
      work: async (now) => {
        for (const id of await listDueMails(database.query, now, BATCH_SIZE)) await this.#send(id);
      },
      nextAt: () => nextMailAt(database.query),
    });
  }

  /** Part of the transaction in which it came in, arrived or failed. */
  async addWithin(tx: Transaction, faxId: string): Promise<void> {
    if (await insertMail(tx.query, faxId, new Date(this.#deps.clock.now())))
      tx.onCommit(() => this.#loop.wake());
  }

  start(): void {
    this.#loop.start();
  }

  close(): Promise<void> {
    return this.#loop.close();
  }

  /** It leaves the queue in the transaction that hands it to the outbox, whatever happens to the server. */
  async #send(faxId: string): Promise<void> {
    const { database, outbox, publicUrl } = this.#deps;
    const fax = await findToldFax(database.query, faxId);
    const readers = fax ? await listMailReaders(database.query, faxId) : [];
    // Drawn before anything is locked.
    const receipt = fax && (await this.#receipt(fax, readers[0]?.timezone));
    await database.transaction(async (tx) => {
      if (!(await takeMail(tx.query, faxId)) || !fax) return;
      for (const reader of readers) {
        const attachments = [
          ...(receipt === undefined
            ? []
            : [{ key: receipt, filename: fileNameOf({ ...fax, ...reader }, "Receipt of fax") }]),
          ...(await pagesOf(this.#deps.objects, fax, reader.timezone)),
        ];
        const write = fax.direction === "SENT" ? receiptMail : arrivalMail;
        await outbox.mail(tx, write(reader, fax, { publicUrl, attachments }));
      }
    });
  }

  async #receipt(fax: ToldFax, timezone = "UTC"): Promise<string | undefined> {
    return fax.direction === "SENT" ? this.#deps.receipts.keyOf(fax, timezone) : undefined;
  }
}

/** The pages as a file of a mail; none where they are gone, or more than mail servers take. */
export async function pagesOf(
  objects: Pick<ObjectStore, "head">,
  fax: ToldFax,
  timezone: string,
): Promise<MailAttachment[]> {
  const stored = fax.pdfKey === null ? undefined : await objects.head(fax.pdfKey);
  if (!stored || stored.size > MAX_ATTACHED_BYTES) return [];
  return [{ key: stored.key, filename: fileNameOf({ ...fax, timezone }) }];
}
