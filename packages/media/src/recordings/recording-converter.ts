import { Worker } from "node:worker_threads";
import type { ConversionJob, ConversionResult } from "./conversion-worker.ts";

interface WaitingJob {
  resolve(): void;
  reject(error: Error): void;
}

/** Conversion in a thread of its own, started with the first job: encoding a minute takes half a second. */
export class RecordingConverter {
  readonly #workerUrl: URL;
  readonly #waiting = new Map<number, WaitingJob>();
  #worker: Worker | undefined;
  #nextId = 1;

  /** The module at the address must call `runConversionWorker` when it finds itself in a worker thread. */
  constructor(workerUrl: URL) {
    this.#workerUrl = workerUrl;
  }

  convert(path: string, formats: ConversionJob["formats"]): Promise<void> {
    if (formats.length === 0) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const id = this.#nextId;
      this.#nextId += 1;
      this.#waiting.set(id, { resolve, reject });
      this.#worker ??= this.#start();
      this.#worker.postMessage({ id, path, formats } satisfies ConversionJob);
    });
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(this.#workerUrl);
    worker.on("message", ({ id, error }: ConversionResult) => {
      const job = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) job?.resolve();
      else job?.reject(new Error(error));
    });
    worker.on("error", (error) => this.#fail(error));
    worker.on("exit", () => this.#fail(new Error("The conversion thread ended")));
    return worker;
  }

  #fail(error: unknown): void {
    this.#worker = undefined;
    for (const job of this.#waiting.values())
      job.reject(error instanceof Error ? error : new Error(String(error)));
    this.#waiting.clear();
  }
}
