import type { Clock } from "@offhook/kernel";
import type { BaseLogger } from "pino";
import type { Database } from "../../../database/database.ts";
import { BackgroundLoop } from "../../../platform/background-loop.ts";
import { deleteExpiredStatuses, nextStatusExpiry } from "./status-repository.ts";
import { publishStatusRemoved } from "./status-service.ts";

export interface StatusExpirerDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<BaseLogger, "error">;
}

/** A status that another server has set is found after this time at the latest. */
const SWEEP_MS = 60_000;

/** Takes statuses away when their time is over. The table is the schedule, so nothing is forgotten by a restart. */
export class StatusExpirer {
  readonly #deps: StatusExpirerDeps;
  readonly #loop: BackgroundLoop;

  constructor(deps: StatusExpirerDeps) {
    this.#deps = deps;
    const { clock, log } = deps;
    this.#loop = new BackgroundLoop({ name: "status expiry", clock, log, work: () => this.#expireDue() });
  }

  start(): void {
    this.#loop.start();
  }

  wake(): void {
    this.#loop.wake();
  }

  close(): Promise<void> {
    return this.#loop.close();
  }

  async #expireDue(): Promise<number> {
    const { database, clock } = this.#deps;
    await database.transaction(async (tx) => {
      const users = await deleteExpiredStatuses(tx.query, new Date(clock.now()));
      for (const user of users) publishStatusRemoved(tx, user);
    });
    const next = await nextStatusExpiry(database.query);
    return next ? Math.min(SWEEP_MS, Math.max(0, next.getTime() - clock.now())) : SWEEP_MS;
  }
}
