import { open } from "node:fs/promises";
import { WAV_HEADER_BYTES, wavHeader } from "../files/wav.ts";

/** Writes the true length into a file whose writer was killed. Returns how long it is; harmless to a whole file. */
export async function recoverWav(path: string): Promise<{ readonly durationMs: number }> {
  const file = await open(path, "r+");
  try {
    const { size } = await file.stat();
    const header = Buffer.alloc(WAV_HEADER_BYTES);
    const { bytesRead } = await file.read(header, 0, WAV_HEADER_BYTES, 0);
    if (bytesRead < WAV_HEADER_BYTES || header.toString("latin1", 0, 4) !== "RIFF")
      throw new Error(`${path} is no WAV file`);
    const channels = header.readUInt16LE(22);
    const sampleRate = header.readUInt32LE(24);
    const frameBytes = 2 * channels;
    const dataBytes = size - WAV_HEADER_BYTES - ((size - WAV_HEADER_BYTES) % frameBytes);
    await file.truncate(WAV_HEADER_BYTES + dataBytes);
    await file.write(wavHeader(channels, sampleRate, dataBytes), 0, WAV_HEADER_BYTES, 0);
    await file.sync();
    return { durationMs: Math.round((dataBytes * 1_000) / (frameBytes * sampleRate)) };
  } finally {
    await file.close();
  }
}
