import { parentPort } from "node:worker_threads";
import { removeParts, writeMp3, writeOpus } from "./convert-recording.ts";

export interface ConversionJob {
  readonly id: number;
  /** Path without extension; the WAV file is there. */
  readonly path: string;
  readonly formats: readonly ("mp3" | "opus")[];
}

export type ConversionResult = { readonly id: number; readonly error?: string };

async function convert({ id, path, formats }: ConversionJob): Promise<ConversionResult> {
  try {
    for (const format of formats)
      await (format === "mp3" ? writeMp3 : writeOpus)(`${path}.wav`, `${path}.${format}`);
    return { id };
  } catch (error) {
    await removeParts(path);
    return { id, error: String(error) };
  }
}

/** The life of the worker thread: jobs one after the other, so that conversion never takes more than one core. */
export function runConversionWorker(): void {
  let last: Promise<unknown> = Promise.resolve();
  parentPort?.on("message", (job: ConversionJob) => {
    last = last.then(() => convert(job)).then((result) => parentPort?.postMessage(result));
  });
}
