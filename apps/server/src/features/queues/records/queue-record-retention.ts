import type { Clock } from "@offhook/kernel";
import type { BaseLogger } from "pino";
import type { Database } from "../../../database/database.ts";
import { BackgroundLoop } from "../../../platform/loops/background-loop.ts";
import { forgetPassedOver } from "../passed-over/passed-over-repository.ts";
import { forgetQueueRecords } from "./queue-record-repository.ts";

export interface QueueRecordRetentionDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<BaseLogger, "error">;
}

const DAY_MS = 86_400_000;
/** Long enough to compare a month with the same month of the year before. */
const KEPT_DAYS = 400;
const LOOK_EVERY_MS = 6 * 3_600_000;

export function createQueueRecordRetention({
  database,
  clock,
  log,
}: QueueRecordRetentionDeps): BackgroundLoop {
  return new BackgroundLoop({
    name: "forgetting old queue records",
    clock,
    log,
    work: async () => {
      const before = new Date(clock.now() - KEPT_DAYS * DAY_MS);
      await forgetQueueRecords(database.query, before);
      await forgetPassedOver(database.query, before);
      return LOOK_EVERY_MS;
    },
  });
}
