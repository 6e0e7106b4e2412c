import { randomUUID } from "node:crypto";
import type { QueueRecord } from "@offhook/pbx";
import { insertQueueRecords, type KeyedQueueRecord } from "../../features/queues/index.ts";
import { BatchWriter, type BatchWriterDeps } from "./batch-writer.ts";

export type QueueRecordWriterDeps = Pick<BatchWriterDeps<KeyedQueueRecord>, "database" | "clock" | "log">;

/** Writes what happens in queues, in its order and each thing once. */
export class QueueRecordWriter {
  readonly #records: BatchWriter<KeyedQueueRecord>;

  constructor(deps: QueueRecordWriterDeps) {
    this.#records = new BatchWriter({
      ...deps,
      name: "What happened in queues",
      write: (tx, batch) => insertQueueRecords(tx.query, batch),
    });
  }

  recorded(record: QueueRecord): void {
    this.#records.add({ key: randomUUID(), record });
  }

  /** Resolves when everything is written that was told so far. */
  settled(): Promise<void> {
    return this.#records.settled();
  }

  close(): Promise<void> {
    return this.#records.close();
  }
}
