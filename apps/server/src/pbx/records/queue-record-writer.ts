import { randomUUID } from "node:crypto";
import type { PassedOver, QueueRecord } from "@offhook/pbx";
import { insertQueueRecords, type KeyedQueueRecord, savePassedOver } from "../../features/queues/index.ts";
import { BatchWriter, type BatchWriterDeps } from "./batch-writer.ts";

export type QueueRecordWriterDeps = Pick<BatchWriterDeps<unknown>, "database" | "clock" | "log">;

/** Writes what happens in queues, in its order and each thing once, and why lines of them and of groups did not ring. */
export class QueueRecordWriter {
  readonly #records: BatchWriter<KeyedQueueRecord>;
  readonly #passedOver: BatchWriter<PassedOver>;

  constructor(deps: QueueRecordWriterDeps) {
    this.#records = new BatchWriter({
      ...deps,
      name: "What happened in queues",
      write: (tx, batch) => insertQueueRecords(tx.query, batch),
    });
    this.#passedOver = new BatchWriter({
      ...deps,
      name: "Why lines did not ring",
      write: (tx, batch) => savePassedOver(tx.query, batch),
    });
  }

  recorded(record: QueueRecord): void {
    this.#records.add({ key: randomUUID(), record });
  }

  /** Lines of a hunt group or queue that did not ring for a call. */
  passedOver(told: PassedOver): void {
    this.#passedOver.add(told);
  }

  /** Resolves when everything is written that was told so far. */
  async settled(): Promise<void> {
    await Promise.all([this.#records.settled(), this.#passedOver.settled()]);
  }

  async close(): Promise<void> {
    await Promise.all([this.#records.close(), this.#passedOver.close()]);
  }
}
