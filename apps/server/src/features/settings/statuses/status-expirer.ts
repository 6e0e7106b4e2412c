import type { Clock } from "@offhook/kernel";
import type { BaseLogger } from "pino";
import type { Database } from "../../../database/database.ts";
import { DueLoop } from "../../../platform/loops/due-loop.ts";
import { deleteExpiredStatuses, nextStatusExpiry } from "./status-repository.ts";
import { publishStatusRemoved } from "./status-service.ts";

export interface StatusExpirerDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<BaseLogger, "error">;
}

/** Takes statuses away when their time is over. */
export function createStatusExpirer({ database, clock, log }: StatusExpirerDeps): DueLoop {
  return new DueLoop({
    name: "status expiry",
    clock,
    log,
    work: (now) =>
      database.transaction(async (tx) => {
        for (const user of await deleteExpiredStatuses(tx.query, now)) publishStatusRemoved(tx, user);
      }),
    nextAt: () => nextStatusExpiry(database.query),
  });
}
