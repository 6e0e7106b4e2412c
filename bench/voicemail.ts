import { readdir, readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { samplesFromFile } from "@offhook/media/samples";
import { findSpeechEngine, SpeechEngine, speechProgram } from "@offhook/speech";
import type { BenchResult } from "./bench-result.ts";
import { processorSeconds } from "./processor-time.ts";

const SENTENCES = new URL("../packages/speech/sentences/", import.meta.url);
const SAMPLE_RATE = 16_000;
const LONGEST_REST_MS = 90_000;

export const notes = [
  "Fifteen spoken sentences as they come over a telephone line, one file after the other; how well they are understood is in [transcription.md](transcription.md). Speed: seconds of speech for each second of processor time, loading the model included. Memory: the most the process had.",
];

const realClock = {
  now: () => Date.now(),
  schedule(delayMs: number, task: () => void) {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
};

async function spokenFiles(): Promise<{ files: string[]; seconds: number }> {
  const names = (await readdir(SENTENCES)).filter((name) => name.endsWith("-narrow.opus"));
  const files = names.map((name) => fileURLToPath(new URL(name, SENTENCES)));
  let samples = 0;
  for (const file of files) samples += samplesFromFile(await readFile(file))?.length ?? 0;
  return { files, seconds: samples / SAMPLE_RATE };
}

async function mostMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) / 1_000;
}

/** How long the process stays when there is nothing to write down. */
async function restSeconds(engine: SpeechEngine): Promise<number> {
  const begun = performance.now();
  while (engine.pid !== undefined && performance.now() - begun < LONGEST_REST_MS) await sleep(100);
  return (performance.now() - begun) / 1_000;
}

export async function run(): Promise<BenchResult[]> {
  const folder = findSpeechEngine();
  if (folder === undefined) throw new Error("The speech engine is not installed");
  const { files, seconds } = await spokenFiles();
  const engine = new SpeechEngine({ clock: realClock, program: speechProgram(folder) });
  try {
    for (const file of files) await engine.transcribe(file);
    const pid = engine.pid ?? 0;
    const speed = seconds / (await processorSeconds(pid));
    const memory = await mostMegabytes(pid);
    return [
      {
        name: "Speech transcribed on one processor",
        value: speed,
        unit: "times as fast",
        goal: 5,
        isFloor: true,
      },
      { name: "Memory of the transcriber", value: memory, unit: "MB", goal: 400 },
      { name: "Gone after a rest of", value: await restSeconds(engine), unit: "s", goal: 61 },
    ];
  } finally {
    engine.close();
  }
}
