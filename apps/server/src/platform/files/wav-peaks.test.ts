import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readWavPeaks } from "./wav-peaks.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "offhook-peaks-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function aWav(samples: Int16Array): Promise<string> {
  const header = Buffer.alloc(44);
  header.write("RIFF", 0, "latin1");
  const path = join(folder, "a.wav");
  await writeFile(path, Buffer.concat([header, Buffer.from(samples.buffer)]));
  return path;
}

test("[VMP1] the loudest part is full, silence is flat, and there are as many as are drawn", async () => {
  const samples = new Int16Array(100_000);
  samples.fill(8_000, 50_000, 75_000);
  samples.fill(-16_000, 75_000);
  const peaks = await readWavPeaks(await aWav(samples));
  expect(peaks).toHaveLength(200);
  expect(new Set(peaks.slice(0, 100))).toEqual(new Set([0]));
  expect(new Set(peaks.slice(100, 150))).toEqual(new Set([50]));
  expect(new Set(peaks.slice(150))).toEqual(new Set([100]));
});

test("[VMP2] the noise of a line is not drawn as speech, and what is no WAV has none", async () => {
  expect(Math.max(...(await readWavPeaks(await aWav(new Int16Array(1_000).fill(80)))))).toBeLessThan(10);
  const path = join(folder, "b.wav");
  await writeFile(path, "no sound at all, but longer than the header of a file would be");
  expect(await readWavPeaks(path)).toEqual([]);
  await writeFile(path, "");
  expect(await readWavPeaks(path)).toEqual([]);
});
