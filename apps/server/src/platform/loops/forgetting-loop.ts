import type { Clock } from "@offhook/kernel";
import type { BaseLogger } from "pino";
import type { Database, Transaction } from "../../database/database.ts";
import { DueLoop } from "./due-loop.ts";

/** Longer than any snackbar shows its Undo, also on a slow connection. */
export const UNDO_MS = 60_000;
/** An undo that was asked for in the last moment has been carried out by then. */
const FORGET_AFTER_MS = UNDO_MS + 10_000;
const BATCH_SIZE = 100;

/** Something that was deleted and is only hidden yet. */
export interface DeletedItem {
  readonly id: string;
  /** Files that nothing else speaks of. */
  readonly keys: readonly string[];
}

/** Where they are kept. */
interface DeletedItems {
  firstDeletedAt(query: Database["query"]): Promise<Date | undefined>;
  forgetDeleted(query: Transaction["query"], gone: DeletedItem): Promise<void>;
}

export interface ForgettingDeps {
  readonly name: string;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<BaseLogger, "error">;
  readonly repository: DeletedItems;
  /** What was deleted before this time. */
  readonly listDeleted: (query: Database["query"], before: Date, limit: number) => Promise<DeletedItem[]>;
  readonly forgetFile: (key: string) => Promise<void>;
}

/** What was deleted goes for good when nobody can undo it any more, with its files. */
export function createForgettingLoop(deps: ForgettingDeps): DueLoop {
  const { name, database, clock, log } = deps;
  return new DueLoop({
    name,
    clock,
    log,
    work: async (now) => {
      const before = new Date(now.getTime() - FORGET_AFTER_MS);
      for (const gone of await deps.listDeleted(database.query, before, BATCH_SIZE)) {
        // First the files: a server that is killed here finds the row again, and nothing is left that no row speaks of.
        for (const key of gone.keys) await deps.forgetFile(key);
        await database.transaction((tx) => deps.repository.forgetDeleted(tx.query, gone));
      }
    },
    nextAt: async () => {
      const first = await deps.repository.firstDeletedAt(database.query);
      return first && new Date(first.getTime() + FORGET_AFTER_MS);
    },
  });
}
