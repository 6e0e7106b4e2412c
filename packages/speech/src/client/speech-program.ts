import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export interface SpeechProgram {
  /** The speech process's entry, or a bundle of it. */
  readonly entry: string;
  readonly execArgv: readonly string[];
  readonly args: readonly string[];
}

/** Where runtime and weights are, if they are. */
export function findSpeechEngine(): string | undefined {
  const own = createRequire(import.meta.url).resolve("@offhook/speech/package.json");
  const folder = join(dirname(own), "engine");
  return existsSync(join(folder, "node_modules", ".offhook-installed")) ? folder : undefined;
}

/** Sources run through tsx; a bundle has the entry's bundle beside it. */
export function speechProgram(engineFolder: string): SpeechProgram {
  const args = [engineFolder];
  const heap = "--max-old-space-size=256";
  if (!import.meta.url.endsWith(".ts")) {
    const entry = fileURLToPath(new URL("./speech-process.js", import.meta.url));
    return { entry, execArgv: [heap], args };
  }
  const tsx = createRequire(import.meta.url).resolve("tsx");
  const entry = fileURLToPath(new URL("../process/speech-process.ts", import.meta.url));
  return { entry, execArgv: [heap, "--import", tsx], args };
}
