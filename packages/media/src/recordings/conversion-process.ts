import { constants, setPriority } from "node:os";
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

/** The life of the conversion process: jobs one after the other, behind all audio in the queue for a processor. */
export function runConversionProcess(): void {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  let last: Promise<unknown> = Promise.resolve();
  process.on("message", (job: ConversionJob) => {
    last = last.then(() => convert(job)).then((result) => process.send?.(result));
  });
  process.on("disconnect", () => process.exit(0));
  process.on("SIGINT", () => {});
}
