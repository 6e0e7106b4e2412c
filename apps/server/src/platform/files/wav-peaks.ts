import { open } from "node:fs/promises";

/** As many as a player draws at most. */
const PEAKS = 200;
const HEADER_BYTES = 44;
const CHUNK_BYTES = 65_536;
const FULL_SCALE = 32_768;

/**
 * How loud one of our own WAV files (16 bits) is from beginning to end, 0 to 100 each. The loudest part is drawn at
 * full height: people speak at all volumes into a telephone. Empty for a file that is none of ours.
 */
export async function readWavPeaks(path: string): Promise<number[]> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const samples = Math.floor((size - HEADER_BYTES) / 2);
    const buffer = Buffer.alloc(CHUNK_BYTES);
    await file.read(buffer, 0, HEADER_BYTES, 0);
    if (samples <= 0 || buffer.toString("latin1", 0, 4) !== "RIFF") return [];
    const loudest = new Array<number>(Math.min(PEAKS, samples)).fill(0);
    for (let at = 0; at < samples; ) {
      const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES, HEADER_BYTES + 2 * at);
      const count = Math.min(samples - at, bytesRead >> 1);
      if (count === 0) break;
      measure(buffer, { first: at, count, samples }, loudest);
      at += count;
    }
    return toPercent(loudest);
  } finally {
    await file.close();
  }
}

function measure(
  buffer: Buffer,
  { first, count, samples }: { readonly first: number; readonly count: number; readonly samples: number },
  loudest: number[],
): void {
  for (let each = 0; each < count; each += 1) {
    const slot = Math.floor(((first + each) * loudest.length) / samples);
    const level = Math.abs(buffer.readInt16LE(2 * each));
    if (level > (loudest[slot] ?? 0)) loudest[slot] = level;
  }
}

/** Silence stays flat: noise of the line is not drawn as speech. */
const LEAST_FULL = FULL_SCALE / 20;

function toPercent(loudest: readonly number[]): number[] {
  const full = Math.max(LEAST_FULL, ...loudest);
  return loudest.map((level) => Math.round((100 * Math.min(level, full)) / full));
}
