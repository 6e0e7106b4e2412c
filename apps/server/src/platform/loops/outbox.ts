import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import type { Clock } from "@offhook/kernel";
import type { BaseLogger } from "pino";
import type { Database, Transaction } from "../../database/database.ts";
import type { ObjectStore } from "../files/object-store.ts";
import type { Mail, MailAttachment, Mailer, ReadAttachment } from "../mail/mail.ts";
import type { Secrets } from "../secrets/secrets.ts";
import { createSealer, type Sealer } from "../secrets/secrets-sealing.ts";
import type { SmsSender, TextMessage } from "../sms.ts";
import { BackgroundLoop } from "./background-loop.ts";
import {
  claimOutboxMessages,
  deleteExpiredOutboxMessages,
  deleteOutboxMessage,
  insertOutboxMessage,
  nextOutboxAttempt,
  type OutboxChannel,
  type OutboxRow,
  postponeOutboxMessage,
} from "./outbox-repository.ts";

export interface OutboxDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly log: Pick<BaseLogger, "info" | "warn" | "error">;
  /** Left out where the installation has no mail server. */
  readonly mailer?: Mailer | undefined;
  /** Where attachments of mails are; left out where no mail has any. */
  readonly objects?: Pick<ObjectStore, "get"> | undefined;
  /** Left out where the installation has no carrier. */
  readonly sms?: SmsSender | undefined;
}

/** After this time nobody waits for the message any more. */
const DEFAULT_LIFETIME_MS = 24 * 3_600_000;
/** Longer than any attempt lasts: after it, whoever took the message must be gone. */
const CLAIM_MS = 120_000;
const CLOSE_MS = 3_000;
const BATCH_SIZE = 4;
const SWEEP_MS = 60_000;
const RETRY_DELAYS_MS = [5_000, 30_000, 120_000, 600_000, 1_800_000];

/**
 * Mail and texts that go out after the transaction that asked for them has committed, and at least once, whatever
 * happens to the process or the network meanwhile. The request that asks never waits for a mail server.
 */
export class Outbox {
  readonly #deps: OutboxDeps;
  readonly #sealer: Sealer;
  readonly #loop: BackgroundLoop;

  constructor(deps: OutboxDeps) {
    this.#deps = deps;
    this.#sealer = createSealer(deps.secrets.key("outbox"));
    const { clock, log } = deps;
    this.#loop = new BackgroundLoop({ name: "outbox", clock, log, work: () => this.#deliverDue() });
  }

  get canMail(): boolean {
    return this.#deps.mailer !== undefined;
  }

  get canText(): boolean {
    return this.#deps.sms !== undefined;
  }

  start(): void {
    this.#loop.start();
  }

  /** A mail server that hangs does not hold up the stop: what it was given is handed over again by the next start. */
  async close(): Promise<void> {
    const closed = this.#loop.close();
    await new Promise<void>((resolve) => {
      const cancel = this.#deps.clock.schedule(CLOSE_MS, resolve);
      void closed.then(() => {
        cancel();
        resolve();
      });
    });
  }

  async mail(tx: Transaction, mail: Mail, lifetimeMs = DEFAULT_LIFETIME_MS): Promise<void> {
    if (this.canMail) await this.#add(tx, "mail", mail, lifetimeMs);
    else this.#deps.log.warn({ subject: mail.subject }, "A mail was not sent: SMTP_URL is not set");
  }

  async text(tx: Transaction, message: TextMessage, lifetimeMs = DEFAULT_LIFETIME_MS): Promise<void> {
    if (this.canText) await this.#add(tx, "sms", message, lifetimeMs);
    else this.#deps.log.warn("A text message was not sent: no carrier is set up");
  }

  async #add(tx: Transaction, channel: OutboxChannel, content: object, lifetimeMs: number): Promise<void> {
    const id = randomUUID();
    const now = this.#deps.clock.now();
    await insertOutboxMessage(tx.query, {
      id,
      channel,
      sealed: this.#sealer.seal(id, JSON.stringify(content)),
      next_attempt_at: new Date(now),
      expires_at: new Date(now + lifetimeMs),
    });
    tx.onCommit(() => this.#loop.wake());
  }

  async #deliverDue(): Promise<number> {
    const { clock, database, log } = this.#deps;
    const now = clock.now();
    for (const id of await deleteExpiredOutboxMessages(database.query, new Date(now))) {
      log.warn({ messageId: id }, "A message was given up: it could not be handed over in time");
    }
    const due = await claimOutboxMessages(database.query, {
      now: new Date(now),
      retryAt: new Date(now + CLAIM_MS),
      limit: BATCH_SIZE,
    });
    await Promise.all(due.map((row) => this.#deliver(row)));
    const next = await nextOutboxAttempt(database.query);
    return next ? Math.min(SWEEP_MS, Math.max(0, next.getTime() - clock.now())) : SWEEP_MS;
  }

  async #deliver(row: OutboxRow): Promise<void> {
    const { clock, database, log } = this.#deps;
    try {
      await this.#handOver(row);
    } catch (error) {
      const delayMs = RETRY_DELAYS_MS[row.attempts - 1] ?? RETRY_DELAYS_MS.at(-1) ?? SWEEP_MS;
      log.warn(
        { err: error, messageId: row.id, attempts: row.attempts, delayMs },
        "A message could not be sent",
      );
      await postponeOutboxMessage(database.query, row.id, new Date(clock.now() + delayMs));
      return;
    }
    await deleteOutboxMessage(database.query, row.id);
  }

  async #handOver(row: OutboxRow): Promise<void> {
    const { mailer, sms } = this.#deps;
    const content: unknown = JSON.parse(this.#sealer.open(row.id, row.sealed));
    if (row.channel === "mail" && mailer) {
      const mail = content as Mail;
      await mailer.send(row.id, mail, await this.#read(mail.attachments ?? []));
    } else if (row.channel === "sms" && sms) await sms.send(row.id, content as TextMessage);
    else throw new Error(`Nothing here sends messages of the channel ${row.channel}`);
  }
  async #read(attachments: readonly MailAttachment[]): Promise<ReadAttachment[]> {
    const read: ReadAttachment[] = [];
    for (const { filename, key } of attachments) {
      const stored = await this.#deps.objects?.get(key);
      if (stored) read.push({ filename, contentType: stored.type, content: await buffer(stored.stream) });
    }
    return read;
  }
}
