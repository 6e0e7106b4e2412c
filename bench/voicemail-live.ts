import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { samplesFromFile } from "@offhook/media/samples";
import { findSpeechEngine, SpeechEngine, speechProgram } from "@offhook/speech";
import type { BenchResult } from "./bench-result.ts";

const SENTENCES = new URL("../packages/speech/sentences/", import.meta.url);
const SPOKEN = ["visit", "refill", "nurse", "results", "invoice", "delivery", "thanks", "cancel"];
const SAMPLE_RATE = 16_000;
const HEADER = new Uint8Array(44);
/** As the recorder writes a message that is followed. */
const CHUNK_SAMPLES = 4_096;
/** As the server listens again. */
const ROUND_MS = 600;
/** Far above the hiss of the line. */
const LOUD = 1_000;

export const notes = [
  "Eight spoken sentences as they come over a telephone line, each written to a growing file as fast as it is spoken, and followed as the server follows a message. Measured from the first loud sample to the first words; the first sentence starts the speech process. Push and paint come on top, some 50 ms. The words themselves take their time to be spoken, which is part of what is measured: a shorter piece of a sentence is mostly not understood, and nothing is shown of it.",
];

const realClock = {
  now: () => Date.now(),
  schedule(delayMs: number, task: () => void) {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
};

/** Writes the sound in real time, until nobody needs it any more. */
async function speak(file: string, samples: Int16Array, signal: AbortSignal): Promise<void> {
  const begun = performance.now();
  for (let at = 0; at < samples.length && !signal.aborted; at += CHUNK_SAMPLES) {
    const chunk = samples.slice(at, at + CHUNK_SAMPLES);
    const dueMs = ((at + chunk.length) / SAMPLE_RATE) * 1_000;
    await sleep(Math.max(0, begun + dueMs - performance.now()));
    await appendFile(file, new Uint8Array(chunk.buffer));
  }
}

/** Milliseconds from the first sound to the first words. */
async function firstWordsMs(engine: SpeechEngine, folder: string, name: string): Promise<number> {
  const sound = await readFile(fileURLToPath(new URL(`${name}-narrow.opus`, SENTENCES)));
  const samples = samplesFromFile(sound);
  if (!samples) throw new Error(`${name} cannot be played`);
  const loudMs = (samples.findIndex((sample) => Math.abs(sample) > LOUD) / SAMPLE_RATE) * 1_000;
  const file = join(folder, `${name}.wav`);
  await writeFile(file, HEADER);
  const isHeard = new AbortController();
  const begun = performance.now();
  const spoken = speak(file, samples, isHeard.signal);
  const followed = engine.follow(file);
  for (;;) {
    const { sentences, unfinished } = await followed.next();
    if (sentences.length > 0 || unfinished !== "") break;
    await sleep(ROUND_MS);
  }
  const tookMs = performance.now() - begun - loudMs;
  isHeard.abort();
  await spoken;
  return tookMs;
}

export async function run(): Promise<BenchResult[]> {
  const program = findSpeechEngine();
  if (program === undefined) throw new Error("The speech engine is not installed");
  const engine = new SpeechEngine({ clock: realClock, program: speechProgram(program) });
  const folder = await mkdtemp(join(tmpdir(), "offhook-bench-live-"));
  try {
    const times: number[] = [];
    for (const name of SPOKEN) times.push(await firstWordsMs(engine, folder, name));
    const [first = 0, ...others] = times.map((ms) => ms / 1_000);
    const longest = Math.max(...others);
    return [
      {
        name: "First words of a live voicemail, the speech process starting",
        value: first,
        unit: "s",
        goal: 3,
      },
      { name: "First words of a live voicemail, the slowest of seven", value: longest, unit: "s", goal: 3 },
    ];
  } finally {
    engine.close();
    await rm(folder, { recursive: true });
  }
}
