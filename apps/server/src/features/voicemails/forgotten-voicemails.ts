import type { Clock } from "@offhook/kernel";
import type { BaseLogger } from "pino";
import type { Database } from "../../database/database.ts";
import type { AudioFiles } from "../../platform/files/audio-files.ts";
import { DueLoop } from "../../platform/loops/due-loop.ts";
import { firstDeletedAt, forgetDeleted, listDeleted } from "./deleted-voicemail-repository.ts";
import { UNDO_MS } from "./voicemail-service.ts";

export interface ForgottenVoicemailsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<BaseLogger, "error">;
  readonly files: Pick<AudioFiles, "forget">;
}

/** An undo that was asked for in the last moment has been carried out by then. */
const FORGET_AFTER_MS = UNDO_MS + 10_000;
const BATCH_SIZE = 100;

/** Deleted messages go for good when nobody can undo it any more, with their files. */
export function createForgetting({ database, clock, log, files }: ForgottenVoicemailsDeps): DueLoop {
  return new DueLoop({
    name: "forgetting deleted voicemails",
    clock,
    log,
    work: async (now) => {
      const before = new Date(now.getTime() - FORGET_AFTER_MS);
      for (const gone of await listDeleted(database.query, before, BATCH_SIZE)) {
        // First the files: a server that is killed here finds the row again, and nothing is left that no row speaks of.
        for (const key of gone.keys) await files.forget(key);
        await database.transaction((tx) => forgetDeleted(tx.query, gone));
      }
    },
    nextAt: async () => {
      const first = await firstDeletedAt(database.query);
      return first && new Date(first.getTime() + FORGET_AFTER_MS);
    },
  });
}
