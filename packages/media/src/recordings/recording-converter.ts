import { type ChildProcess, fork } from "node:child_process";
import type { ConversionJob, ConversionResult } from "./conversion-process.ts";

interface WaitingJob {
  resolve(): void;
  reject(error: Error): void;
}

export const CONVERT_ARGUMENT = "convert";

/** Conversion in a process of its own, started with the first job: encoding a minute takes half a second. */
export class RecordingConverter {
  readonly #entry: string;
  readonly #waiting = new Map<number, WaitingJob>();
  #child: ChildProcess | undefined;
  #nextId = 1;

  /** The program at the path must call `runConversionProcess` when it gets `CONVERT_ARGUMENT`. */
  constructor(entry: string) {
    this.#entry = entry;
  }

  convert(path: string, formats: ConversionJob["formats"]): Promise<void> {
    if (formats.length === 0) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const id = this.#nextId;
      this.#nextId += 1;
      this.#waiting.set(id, { resolve, reject });
      this.#child ??= this.#start();
      this.#child.send({ id, path, formats } satisfies ConversionJob);
    });
  }

  close(): void {
    this.#child?.disconnect();
    this.#child = undefined;
  }

  #start(): ChildProcess {
    const child = fork(this.#entry, [CONVERT_ARGUMENT]);
    child.on("message", ({ id, error }: ConversionResult) => {
      const job = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) job?.resolve();
      else job?.reject(new Error(error));
    });
    child.on("error", (error) => this.#fail(error));
    child.on("exit", () => this.#fail(new Error("The conversion process ended")));
    return child;
  }

  #fail(error: Error): void {
    this.#child = undefined;
    for (const job of this.#waiting.values()) job.reject(error);
    this.#waiting.clear();
  }
}
