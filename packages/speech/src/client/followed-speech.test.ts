import { appendFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FakeClock } from "@offhook/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";
import { SAMPLE_RATE } from "../segments/speech-segment.ts";
import { joinedSamples, sentenceFile, sentenceSamples } from "../testing/sentence-files.ts";
import { SpeechEngine } from "./speech-engine.ts";
import { findSpeechEngine, speechProgram } from "./speech-program.ts";

/** The recorder's; nobody looks into it while the file grows. */
const HEADER = new Uint8Array(44);
const silence = (seconds: number) => new Int16Array(seconds * SAMPLE_RATE);
let folder: string;
let file: string;
let engine: SpeechEngine;

beforeEach(async () => {
  const program = findSpeechEngine();
  if (program === undefined) throw new Error("The speech engine could not be downloaded");
  engine = new SpeechEngine({ clock: new FakeClock(), program: speechProgram(program) });
  folder = await mkdtemp(join(tmpdir(), "offhook-following-"));
  file = join(folder, "message.wav");
});
afterEach(async () => {
  engine.close();
  await rm(folder, { recursive: true });
});

const speak = (samples: Int16Array) => appendFile(file, new Uint8Array(samples.buffer));

test("[LVM6] words of a file that grows are known before it has ended, each sentence with its time", async () => {
  const followed = engine.follow(file);
  expect(await followed.next()).toEqual({ sentences: [], unfinished: "" });
  await writeFile(file, HEADER);
  const [nurse, results] = [sentenceSamples("nurse", "narrow"), sentenceSamples("results", "narrow")];
  const half = Math.round(nurse.length / 2);
  await speak(nurse.slice(0, half));
  expect((await followed.next()).unfinished).toMatch(/good morning/i);
  await speak(joinedSamples([nurse.slice(half), silence(2)]));
  const first = await followed.next();
  expect(first.unfinished).toBe("");
  expect(first.sentences.map(({ text }) => text).join(" ")).toMatch(/nurse/);
  await speak(joinedSamples([results, silence(2)]));
  const { sentences } = await followed.next();
  expect(sentences.at(-1)?.text).toMatch(/until five/);
  const begin = nurse.length / SAMPLE_RATE + 2;
  expect(Math.abs((sentences[first.sentences.length]?.start ?? 0) - begin)).toBeLessThan(0.5);
});

test("[LVM6] whoever reads along does not wait for files", async () => {
  const order: string[] = [];
  const whole = join(folder, "long.wav");
  const long = joinedSamples(
    Array.from({ length: 6 }, () => [sentenceSamples("visit", "wide"), silence(1)]).flat(),
  );
  await writeFile(whole, wavHeaderOf(long));
  await appendFile(whole, new Uint8Array(long.buffer));
  const files = [whole, sentenceFile("results", "wide")].map((each) =>
    engine.transcribe(each).then(() => order.push("file")),
  );
  await writeFile(file, HEADER);
  await speak(sentenceSamples("nurse", "narrow"));
  const followed = engine.follow(file);
  expect((await followed.next()).unfinished).toMatch(/nurse/);
  order.push("followed");
  await Promise.all(files);
  expect(order).toEqual(["followed", "file", "file"]);
});

/** One channel of 16 bits. */
function wavHeaderOf(samples: Int16Array): Uint8Array {
  const header = Buffer.alloc(44);
  header.write("RIFF", 0);
  header.writeUInt32LE(36 + samples.byteLength, 4);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(SAMPLE_RATE, 24);
  header.writeUInt32LE(2 * SAMPLE_RATE, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write("data", 36);
  header.writeUInt32LE(samples.byteLength, 40);
  return header;
}
