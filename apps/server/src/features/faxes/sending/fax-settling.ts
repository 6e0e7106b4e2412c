import type { Clock } from "@offhook/kernel";
import type { Database, Transaction } from "../../../database/database.ts";
import { publishFax } from "../fax-changes.ts";
import { fateAfter } from "./fax-plan.ts";
import {
  type EndedTry,
  endTry,
  lockSending,
  lockWaiting,
  type OutgoingFax,
  saveFate,
} from "./outbox-repository.ts";

export interface FaxSettlingDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** Part of the transaction in which a fax arrived or failed for good. */
  readonly onEnded: (tx: Transaction, faxId: string) => Promise<void>;
}

/** Writes down what becomes of faxes, and tells of it. */
export class FaxSettling {
  readonly #deps: FaxSettlingDeps;

  constructor(deps: FaxSettlingDeps) {
    this.#deps = deps;
  }

  /** A try has ended. */
  async settle(faxId: string, end: EndedTry): Promise<void> {
    await this.#deps.database.transaction((tx) => this.settleWithin(tx, faxId, end));
  }

  async settleWithin(tx: Transaction, faxId: string, end: EndedTry): Promise<void> {
    const fax = await lockSending(tx.query, faxId);
    if (!fax) return;
    const now = new Date(this.#deps.clock.now());
    await endTry(tx.query, fax, end, now);
    const pages = Math.min(fax.pages, Math.max(end.pages, fax.pagesSent));
    const fate = fateAfter(fax, { reason: end.reason, pages });
    const arrived = fate.state === "done" ? fax.pages : pages;
    await saveFate(tx.query, faxId, fate, { pages: arrived, station: end.station, now });
    await this.#tell(tx, fax, fate.state !== "waiting");
  }

  /** One that waits shall not be sent any more. False where it does not wait. */
  async giveUpWithin(
    tx: Transaction,
    faxId: string,
    reason: "canceled" | "badDocument" | "noEngine",
  ): Promise<boolean> {
    const fax = await lockWaiting(tx.query, faxId);
    if (!fax) return false;
    const now = new Date(this.#deps.clock.now());
    const fate = { state: "failed", reason } as const;
    await saveFate(tx.query, faxId, fate, { pages: fax.pagesSent, station: "", now });
    await this.#tell(tx, fax, true);
    return true;
  }

  async #tell(tx: Transaction, { id, line }: OutgoingFax, isOver: boolean): Promise<void> {
    if (isOver) await this.#deps.onEnded(tx, id);
    await publishFax(tx, line, "FAX_DLR", id);
  }
}
