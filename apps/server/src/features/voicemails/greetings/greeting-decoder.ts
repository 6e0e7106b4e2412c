import { GREETING_MAX_BYTES, GREETING_MAX_SECONDS } from "@offhook/contract";
import { fileTooLarge } from "../../../platform/files/object-store.ts";
import { ProcessJobs } from "../../../platform/workers/process-jobs.ts";
import type { GreetingAudio, GreetingAudioJob } from "./greeting-audio.ts";
import { greetingTooLong, notAudio } from "./greeting-errors.ts";

/** Two minutes take about 100 MB and two seconds; what takes more was made to. */
const LIMITS = { maxHeapMb: 256, maxMemoryMb: 600, maxMs: 20_000, maxAtOnce: 1 };

/**
 * Decodes uploads, each in a process of its own and one after the other: a file can be large, and hostile. Not in a
 * thread: Node 20 was seen to crash at the end of each thread that had loaded the decoders.
 */
export class GreetingDecoder {
  readonly #processes = new ProcessJobs<GreetingAudioJob, GreetingAudio>({
    bundled: new URL("./greeting-audio-process.js", import.meta.url),
    source: new URL("./greeting-audio-process.ts", import.meta.url),
    ...LIMITS,
  });

  /** Throws for what is too large, too long or no sound. */
  async decode(file: string): Promise<Extract<GreetingAudio, { kind: "audio" }>> {
    if (Buffer.byteLength(file, "base64") > GREETING_MAX_BYTES) throw fileTooLarge(GREETING_MAX_BYTES);
    const end = await this.#processes.run({ file, maxSeconds: GREETING_MAX_SECONDS });
    // A process that ends without a word could not make anything of the file.
    if (end.kind === "ended") throw notAudio();
    if (end.result.kind === "audio") return end.result;
    throw end.result.kind === "tooLong" ? greetingTooLong() : notAudio();
  }

  close(): Promise<void> {
    return this.#processes.close();
  }
}
