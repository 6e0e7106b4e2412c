import { type EventTable, pushEvents } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { BaseLogger } from "pino";
import { BackgroundLoop } from "../../platform/loops/background-loop.ts";
import type { Database } from "../database.ts";
import { pruneEvents, replaceEvents } from "./event-log.ts";

export interface EventUpkeepDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Pick<BaseLogger, "error">;
}

const KEPT_DAYS = 14;
const PRUNE_EVERY_MS = 3_600_000;
const REPLACE_EVERY_MS = 60_000;
/** After a start, so far back; a transaction may also take its time until what it wrote is seen. */
const LOOK_BACK_MS = 3_600_000;
const OVERLAP_MS = 30_000;

const TYPES = Object.entries(pushEvents satisfies EventTable as EventTable)
  .filter(([, { isReplaced }]) => isReplaced)
  .map(([type]) => type);

/** Keeps the log small: states that a newer one has replaced, and what nobody will ask for again. */
export function createEventUpkeep({ database, clock, logger }: EventUpkeepDeps): BackgroundLoop {
  let since = clock.now() - LOOK_BACK_MS;
  let pruneAt = Number.NEGATIVE_INFINITY;
  return new BackgroundLoop({
    name: "event upkeep",
    clock,
    log: logger,
    work: async () => {
      const now = clock.now();
      await replaceEvents(database, { types: TYPES, since: new Date(since) });
      since = now - OVERLAP_MS;
      if (now >= pruneAt) {
        await pruneEvents(database, { days: KEPT_DAYS, now });
        pruneAt = now + PRUNE_EVERY_MS;
      }
      return REPLACE_EVERY_MS;
    },
  });
}
