import type { PbxEvents } from "@offhook/pbx";
import { beginPart, endPart } from "../../features/queues/index.ts";
import { BatchWriter, type BatchWriterDeps } from "./batch-writer.ts";

type Change =
  | { readonly began: PbxEvents["supervisionBegan"] }
  | { readonly ended: PbxEvents["supervisionEnded"] };

export type TakenPartWriterDeps = Pick<BatchWriterDeps<Change>, "database" | "clock" | "log">;

/** Writes from when to when supervisors took part in calls. */
export class TakenPartWriter {
  readonly #changes: BatchWriter<Change>;

  constructor(deps: TakenPartWriterDeps) {
    this.#changes = new BatchWriter({
      ...deps,
      name: "Who took part in calls of agents",
      write: async ({ query }, batch) => {
        for (const change of batch) {
          if ("began" in change) await beginPart(query, change.began);
          else await endPart(query, change.ended);
        }
      },
    });
  }

  began(part: PbxEvents["supervisionBegan"]): void {
    this.#changes.add({ began: part });
  }

  ended(part: PbxEvents["supervisionEnded"]): void {
    this.#changes.add({ ended: part });
  }

  /** Resolves when everything is written that was told so far. */
  settled(): Promise<void> {
    return this.#changes.settled();
  }

  close(): Promise<void> {
    return this.#changes.close();
  }
}
