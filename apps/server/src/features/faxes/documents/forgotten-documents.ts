import type { Clock } from "@offhook/kernel";
import type { BaseLogger } from "pino";
import type { Database } from "../../../database/database.ts";
import type { ObjectStore } from "../../../platform/files/object-store.ts";
import { DueLoop } from "../../../platform/loops/due-loop.ts";
import { deleteDocument, listForgottenDocuments, oldestDocumentAt } from "./fax-document-repository.ts";

export interface ForgottenDocumentsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<BaseLogger, "error">;
  readonly objects: Pick<ObjectStore, "delete">;
}

const KEPT_MS = 7 * 24 * 3_600_000;
const BATCH_SIZE = 100;
/** One that a fax still needs is asked for again after this time. */
const LOOK_AGAIN_MS = 3_600_000;

/** Documents go a week after the last look at them. */
export function createForgottenDocuments({ database, clock, log, objects }: ForgottenDocumentsDeps): DueLoop {
  return new DueLoop({
    name: "forgetting fax documents",
    clock,
    log,
    work: async (now) => {
      const before = new Date(now.getTime() - KEPT_MS);
      for (const gone of await listForgottenDocuments(database.query, before, BATCH_SIZE)) {
        for (const key of gone.keys) await objects.delete(key);
        await database.transaction((tx) => deleteDocument(tx.query, gone));
      }
    },
    nextAt: async () => {
      const oldest = await oldestDocumentAt(database.query);
      return oldest && new Date(Math.max(oldest.getTime() + KEPT_MS, clock.now() + LOOK_AGAIN_MS));
    },
  });
}
