import { readFile } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import { samplesFromFile } from "@offhook/media/samples";
import { transcribeSamples } from "../decoding/transcribe-samples.ts";
import { MoonshineModel } from "./moonshine-model.ts";
import type { SpeechFrame, TranscriptionJob } from "./speech-frames.ts";

/** Far above what the model needs, far below what would hurt calls on a small machine. */
const MOST_BYTES = 900_000_000;

const [, , engineFolder = ""] = process.argv;
let model: Promise<MoonshineModel> | undefined;

async function transcribe({ id, file }: TranscriptionJob): Promise<SpeechFrame> {
  const samples = samplesFromFile(await readFile(file));
  if (!samples) return { type: "failed", id, reason: "The file is neither WAV nor Ogg Opus" };
  model ??= MoonshineModel.load(engineFolder);
  const sentences = await transcribeSamples(samples, await model, () => {
    if (process.memoryUsage().rss > MOST_BYTES) throw new Error("Transcribing needs too much memory");
    send({ type: "busy", id });
  });
  return { type: "done", id, sentences };
}

function send(frame: SpeechFrame): void {
  if (process.connected) process.send?.(frame);
}

/** The speech process: takes files from its parent, behind all calls in the queue for a processor. */
setPriority(constants.priority.PRIORITY_LOW);
process.on("message", (job: TranscriptionJob) => {
  transcribe(job).then(send, (error) => send({ type: "failed", id: job.id, reason: String(error) }));
});
process.on("disconnect", () => process.exit(0));
process.on("SIGINT", () => {});
