import type { CallbackStore, SavedCallback } from "@offhook/pbx";
import type { Database } from "../../database/database.ts";
import { deleteCallback, listCallbacks, saveCallback } from "../../features/queues/index.ts";
import { BatchWriter, type BatchWriterDeps } from "../records/batch-writer.ts";

type Change =
  | { readonly kind: "keep"; readonly callback: SavedCallback }
  | { readonly kind: "forget"; readonly callId: string };

/** Writes callbacks of queues behind call control, in the order in which they change. */
export class StoredCallbacks implements CallbackStore {
  readonly #database: Database;
  readonly #changes: BatchWriter<Change>;

  constructor(deps: Pick<BatchWriterDeps<Change>, "database" | "clock" | "log">) {
    this.#database = deps.database;
    this.#changes = new BatchWriter({
      ...deps,
      name: "Who is to be called back",
      write: async ({ query }, batch) => {
        for (const change of batch)
          if (change.kind === "keep") await saveCallback(query, change.callback);
          else await deleteCallback(query, change.callId);
      },
    });
  }

  load(): Promise<SavedCallback[]> {
    return listCallbacks(this.#database.query);
  }

  keep(callback: SavedCallback): void {
    this.#changes.add({ kind: "keep", callback });
  }

  forget(callId: string): void {
    this.#changes.add({ kind: "forget", callId });
  }

  /** Resolves when everything is written that was told so far. */
  settled(): Promise<void> {
    return this.#changes.settled();
  }

  close(): Promise<void> {
    return this.#changes.close();
  }
}
