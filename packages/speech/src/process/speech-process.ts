import { readFile } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import { samplesFromFile } from "@offhook/media/samples";
import { hearParts, transcribeSamples } from "../decoding/transcribe-samples.ts";
import { SAMPLE_RATE } from "../segments/speech-segment.ts";
import { readGrowing } from "./growing-file.ts";
import { MoonshineModel } from "./moonshine-model.ts";
import type { SpeechFrame, SpeechJob } from "./speech-frames.ts";

/** Far above what the model needs, far below what would hurt calls on a small machine. */
const MOST_BYTES = 900_000_000;

const [, , engineFolder = ""] = process.argv;
let model: Promise<MoonshineModel> | undefined;
/** The piece that somebody waits for while it is spoken. */
let following: Promise<unknown> = Promise.resolve();

const loadModel = (): Promise<MoonshineModel> => {
  model ??= MoonshineModel.load(engineFolder);
  return model;
};

function tellBusy(id: number): void {
  if (process.memoryUsage().rss > MOST_BYTES) throw new Error("Transcribing needs too much memory");
  send({ type: "busy", id });
}

async function transcribe(id: number, file: string): Promise<SpeechFrame> {
  const samples = samplesFromFile(await readFile(file));
  if (!samples) return { type: "failed", id, reason: "The file is neither WAV nor Ogg Opus" };
  const sentences = await transcribeSamples(samples, await loadModel(), async () => {
    tellBusy(id);
    // Nobody waits for a file as somebody does who reads along.
    await following;
  });
  return { type: "transcribed", id, sentences };
}

async function follow(id: number, file: string, from: number): Promise<SpeechFrame> {
  const loaded = await loadModel();
  const samples = await readGrowing(file, from);
  const parts = await hearParts(samples, loaded, () => tellBusy(id));
  const later = parts.map((part) => ({ ...part, start: part.start + from, end: part.end + from }));
  return { type: "followed", id, piece: { parts: later, until: from + samples.length / SAMPLE_RATE } };
}

function send(frame: SpeechFrame): void {
  if (process.connected) process.send?.(frame);
}

function take(job: SpeechJob): void {
  const work = job.type === "follow" ? follow(job.id, job.file, job.from) : transcribe(job.id, job.file);
  const told = work.then(send, (error) => send({ type: "failed", id: job.id, reason: String(error) }));
  if (job.type === "follow") following = told;
}

/** The speech process: takes files from its parent, behind all calls in the queue for a processor. */
setPriority(constants.priority.PRIORITY_LOW);
process.on("message", take);
process.on("disconnect", () => process.exit(0));
process.on("SIGINT", () => {});
