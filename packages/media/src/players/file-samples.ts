import { audioFromFile } from "./audio-files.ts";

/** What a file sounds like, at once and as one channel of 16 kHz; undefined for what we cannot play. */
export function samplesFromFile(file: Uint8Array): Int16Array | undefined {
  const audio = audioFromFile(file);
  if (!audio) return undefined;
  const first = audio.pcm(16_000, 0);
  const samples = new Int16Array(audio.frameCount * first.length);
  for (let index = 0; index < audio.frameCount; index += 1)
    samples.set(audio.pcm(16_000, index), index * first.length);
  return samples;
}
