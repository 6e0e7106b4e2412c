import type { Clock } from "@offhook/kernel";
import type { BaseLogger } from "pino";
import type { Database, Transaction } from "../../../database/database.ts";
import type { ObjectStore } from "../../../platform/files/object-store.ts";
import { DueLoop } from "../../../platform/loops/due-loop.ts";
import type { Mail } from "../../../platform/mail/mail.ts";
import {
  findMailedVoicemail,
  insertMail,
  listDueMails,
  listMailReaders,
  nextMailAt,
  takeMail,
} from "./mail-repository.ts";
import { arrivalMail, attachmentOf } from "./voicemail-mail.ts";

export interface ArrivalMailsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<BaseLogger, "error">;
  readonly objects: Pick<ObjectStore, "head">;
  readonly outbox: { mail(tx: Transaction, mail: Mail): Promise<void> };
  /** Where people reach the console. */
  readonly publicUrl: string;
}

/** So long a mail waits for the words of its message. */
const WAIT_FOR_WORDS_MS = 3 * 60_000;
const BATCH_SIZE = 20;

/** Sends new messages by mail, where their box wants that: once to everybody who reads it. */
export class ArrivalMails {
  readonly #deps: ArrivalMailsDeps;
  readonly #loop: DueLoop;

  constructor(deps: ArrivalMailsDeps) {
    this.#deps = deps;
    const { database, clock, log } = deps;
    this.#loop = new DueLoop({
      name: "voicemails by mail",
      clock,
      log,
      work: async (now) => {
        for (const id of await listDueMails(database.query, now, BATCH_SIZE)) await this.#send(id);
      },
      nextAt: () => nextMailAt(database.query),
    });
  }

  /** Part of the transaction that stores the message. */
  async addWithin(tx: Transaction, messageId: string): Promise<void> {
    const dueAt = new Date(this.#deps.clock.now() + WAIT_FOR_WORDS_MS);
    if (await insertMail(tx.query, messageId, dueAt)) tx.onCommit(() => this.wake());
  }

  start(): void {
    this.#loop.start();
  }

  /** A message may have been written down. */
  wake(): void {
    this.#loop.wake();
  }

  close(): Promise<void> {
    return this.#loop.close();
  }

  /** It leaves the queue in the transaction that hands it to the outbox, whatever happens to the server. */
  async #send(messageId: string): Promise<void> {
    const { database, objects, outbox, publicUrl } = this.#deps;
    await database.transaction(async (tx) => {
      if (!(await takeMail(tx.query, messageId))) return;
      const voicemail = await findMailedVoicemail(tx.query, messageId);
      if (!voicemail) return;
      for (const reader of await listMailReaders(tx.query, messageId)) {
        const file = await attachmentOf(objects, voicemail, reader.timezone);
        const attachments = file ? [file] : [];
        await outbox.mail(tx, arrivalMail(reader, voicemail, { publicUrl, attachments }));
      }
    });
  }
}
