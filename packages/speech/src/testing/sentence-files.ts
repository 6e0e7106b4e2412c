import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { samplesFromFile } from "@offhook/media/samples";

/** How it was spoken into a browser, and how it comes over a telephone line. */
export type Band = "wide" | "narrow";

export const sentenceFile = (name: string, band: Band): string =>
  fileURLToPath(new URL(`../../sentences/${name}-${band}.opus`, import.meta.url));

export function sentenceSamples(name: string, band: Band): Int16Array {
  const samples = samplesFromFile(readFileSync(sentenceFile(name, band)));
  if (!samples) throw new Error(`${name}-${band}.opus cannot be played`);
  return samples;
}

export function joinedSamples(parts: readonly Int16Array[]): Int16Array {
  const whole = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
