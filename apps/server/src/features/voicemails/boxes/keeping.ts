import type { Clock } from "@offhook/kernel";
import type { BaseLogger } from "pino";
import type { Database } from "../../../database/database.ts";
import { DueLoop } from "../../../platform/loops/due-loop.ts";
import type { VoicemailService } from "../voicemail-service.ts";
import { isOverdue, listOverdue, nextOverdueAt } from "./keeping-repository.ts";

export interface KeepingDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<BaseLogger, "error">;
  readonly service: Pick<VoicemailService, "deleteWithin">;
}

const BATCH_SIZE = 100;

/** Deletes messages that their box has kept long enough, as if somebody had: everybody is told, and the file goes too. */
export function createKeeping({ database, clock, log, service }: KeepingDeps): DueLoop {
  return new DueLoop({
    name: "voicemails kept long enough",
    clock,
    log,
    work: async (now) => {
      for (const { id, mailbox } of await listOverdue(database.query, now, BATCH_SIZE))
        await database.transaction(async (tx) => {
          if (await isOverdue(tx.query, id, now)) await service.deleteWithin(tx, mailbox, id);
        });
    },
    nextAt: () => nextOverdueAt(database.query),
  });
}
