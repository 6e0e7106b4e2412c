import { constants, setPriority } from "node:os";
import type { RecordingFormat } from "../protocol/media-commands.ts";
import { removeParts, type Side, writeMp3, writeOpus } from "./convert-recording.ts";

type CompressedFormat = Exclude<RecordingFormat, "wav">;

export interface ConversionJob {
  readonly id: number;
  /** Path without extension; the WAV file is there. */
  readonly path: string;
  readonly formats: readonly CompressedFormat[];
}

export type ConversionResult = { readonly id: number; readonly error?: string };

async function convert({ id, path, formats }: ConversionJob): Promise<ConversionResult> {
  try {
    for (const format of formats) await write(format, path);
    return { id };
  } catch (error) {
    await removeParts(path);
    return { id, error: String(error) };
  }
}

const SIDES: Readonly<Record<Exclude<CompressedFormat, "mp3">, Side>> = {
  opus: "both",
  "left.opus": "left",
  "right.opus": "right",
};

function write(format: CompressedFormat, path: string): Promise<void> {
  const [from, to] = [`${path}.wav`, `${path}.${format}`];
  return format === "mp3" ? writeMp3(from, to) : writeOpus(from, to, SIDES[format]);
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
