import { open } from "node:fs/promises";
import { SAMPLE_RATE } from "../segments/speech-segment.ts";

/** Of the file that a recording is written to. */
const HEADER_BYTES = 44;
const SAMPLE_BYTES = 2;
/** What has piled up behind other work is heard in pieces of this length. */
const MOST_SECONDS = 30;

/** A recording that is still being written: one channel, 16 bits, 16 kHz. Empty where nothing is there yet. */
export async function readGrowing(file: string, from: number): Promise<Int16Array> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (!handle) return new Int16Array(0);
  try {
    const samples = new Int16Array(MOST_SECONDS * SAMPLE_RATE);
    const bytes = new Uint8Array(samples.buffer);
    const position = HEADER_BYTES + Math.round(from * SAMPLE_RATE) * SAMPLE_BYTES;
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, position);
    return samples.subarray(0, Math.floor(bytesRead / SAMPLE_BYTES));
  } finally {
    await handle.close();
  }
}
