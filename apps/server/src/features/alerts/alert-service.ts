import { type AdminAlertEntry, AdminAlertKind, type AdminAlertList, channelName } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { BaseLogger } from "pino";
import type { Database, Transaction } from "../../database/database.ts";
import type { Actor } from "../../platform/actor.ts";
import type { AdminAlert, AdminAlerts } from "../../platform/admin-alerts.ts";
import { DomainError } from "../../platform/domain-error.ts";
import { BackgroundLoop } from "../../platform/loops/background-loop.ts";
import type { Mail } from "../../platform/mail/mail.ts";
import { alertMail } from "./alert-mail.ts";
import {
  countMailedAlerts,
  countRepeat,
  deleteOldAlerts,
  dismissAlert,
  findAlert,
  insertAlert,
  listAlerts,
  listCompanies,
  listOpenAlertsFor,
  listReceivers,
  type Receiver,
  type StoredAlert,
} from "./alert-repository.ts";
import { WaitingAlerts } from "./waiting-alerts.ts";

export interface AlertServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<BaseLogger, "warn" | "error">;
  readonly outbox: { mail(tx: Transaction, mail: Mail): Promise<void> };
  /** Where people reach the console. */
  readonly publicUrl: string;
}

const HOUR_MS = 3_600_000;
/** More would bury the mailbox of whoever has to act; the console still shows every one. */
const MAILS_PER_HOUR = 20;
const KEPT_MS = 90 * 24 * HOUR_MS;
const IDLE_MS = 60_000;

const alertNotFound = (): DomainError =>
  new DomainError("notFound", "alerts.notFound", "This alert does not exist any more");

/**
 * Tells administrators. Whoever raises an alert goes on at once; a loop stores what waits, so a flood of the same
 * trouble costs one write a turn, and a database that is away for a moment loses nothing.
 */
export class AlertService implements AdminAlerts {
  readonly #deps: AlertServiceDeps;
  readonly #waiting = new WaitingAlerts();
  readonly #loop: BackgroundLoop;

  constructor(deps: AlertServiceDeps) {
    this.#deps = deps;
    const { clock, log } = deps;
    this.#loop = new BackgroundLoop({ name: "admin alerts", clock, log, work: () => this.#storeWaiting() });
  }

  start(): void {
    this.#loop.start();
  }

  async close(): Promise<void> {
    await this.#loop.close();
    await this.#storeWaiting().catch((error: unknown) => {
      this.#deps.log.error({ err: error }, "Administrators could not be told of everything before the stop");
    });
  }

  raise(alert: AdminAlert): void {
    this.#waiting.add(alert);
    this.#loop.wake();
  }

  async list({ customerId }: Actor): Promise<AdminAlertList> {
    return { alerts: (await listAlerts(this.#deps.database.query, customerId)).map(entryOf) };
  }

  /** What a user who is no administrator was told of. */
  async listTold(actor: Actor): Promise<AdminAlertList> {
    return { alerts: (await listOpenAlertsFor(this.#deps.database.query, actor)).map(entryOf) };
  }

  async dismiss(actor: Actor, id: number): Promise<AdminAlertEntry> {
    const { database, clock } = this.#deps;
    const { customerId, userId } = actor;
    return database.transaction(async (tx) => {
      const found = await findAlert(tx.query, customerId, id);
      if (!found || !mayDismiss(actor, found)) throw alertNotFound();
      const isNew = await dismissAlert(tx.query, id, { userId, at: new Date(clock.now()) });
      const stored = await findAlert(tx.query, customerId, id);
      if (!stored) throw alertNotFound();
      if (isNew) publish(tx, stored, await listReceivers(tx.query, customerId, stored.told));
      return entryOf(stored);
    });
  }

  async #storeWaiting(): Promise<number> {
    if (this.#waiting.isEmpty) return IDLE_MS;
    const all = this.#waiting.takeAll();
    let done = 0;
    try {
      for (const { alert, times } of all) {
        await this.#store(alert, times);
        done++;
      }
    } catch (error) {
      for (const { alert, times } of all.slice(done)) this.#waiting.add(alert, times);
      throw error;
    }
    return IDLE_MS;
  }

  /** One transaction for all companies it concerns: a repeat after a failure counts nobody twice. */
  async #store(alert: AdminAlert, times: number): Promise<void> {
    const { database } = this.#deps;
    await database.transaction(async (tx) => {
      const companies = alert.customerId === undefined ? await listCompanies(tx.query) : [alert.customerId];
      for (const customerId of companies) await this.#storeFor(tx, customerId, alert, times);
    });
  }

  async #storeFor(tx: Transaction, customerId: number, alert: AdminAlert, times: number): Promise<void> {
    const { clock, log } = this.#deps;
    const { kind, subject, title, text, alsoTell = [] } = alert;
    const now = clock.now();
    const [at, since] = [new Date(now), new Date(now - HOUR_MS)];
    const row = { customer_id: customerId, kind, subject };
    const receivers = await listReceivers(tx.query, customerId, alsoTell);
    let id = await countRepeat(tx.query, row, { since, at, times });
    if (id === undefined) {
      const mailed = (await countMailedAlerts(tx.query, customerId, since)) < MAILS_PER_HOUR;
      const told = receivers.map((receiver) => receiver.id).filter((user) => alsoTell.includes(user));
      const seen = { first_at: at, last_at: at };
      id = await insertAlert(tx.query, { ...row, ...seen, title, text, count: times, mailed, told });
      tx.onCommit(() => log.warn({ customerId, kind, subject }, title));
      if (mailed) await this.#mail(tx, alert, receivers);
      await deleteOldAlerts(tx.query, customerId, new Date(now - KEPT_MS));
    }
    const stored = await findAlert(tx.query, customerId, id);
    if (stored) publish(tx, stored, receivers);
  }

  async #mail(tx: Transaction, alert: AdminAlert, receivers: readonly Receiver[]): Promise<void> {
    const { outbox, publicUrl } = this.#deps;
    for (const { email } of receivers) {
      if (email) await outbox.mail(tx, alertMail(email, alert, publicUrl));
    }
  }
}

function mayDismiss({ features, userId }: Actor, { told }: StoredAlert): boolean {
  return features.has("administration") || told.includes(userId);
}

function publish(tx: Transaction, stored: StoredAlert, receivers: readonly Receiver[]): void {
  const event = { type: "ADMIN_ALERT" as const, alert: entryOf(stored) };
  for (const { id } of receivers) {
    tx.publish({ customerId: stored.customer_id, channel: channelName("user", id), event });
  }
}

function entryOf(stored: StoredAlert): AdminAlertEntry {
  const { id, subject, title, text, count, first_at, last_at, dismissed_at, dismisser } = stored;
  return {
    id,
    kind: AdminAlertKind.parse(stored.kind),
    subject,
    title,
    text,
    count,
    first_at: first_at.toISOString(),
    last_at: last_at.toISOString(),
    dismissed_at: dismissed_at?.toISOString() ?? null,
    dismissed_by: dismisser ?? "",
  };
}
