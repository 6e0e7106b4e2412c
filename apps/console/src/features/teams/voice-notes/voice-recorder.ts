import type { Clock } from "@offhook/kernel";

/** What the browser offers to record with. */
export interface RecorderDeps {
  readonly clock: Clock;
  readonly openMicrophone: () => Promise<MediaStream>;
  /** Of the browser. */
  readonly createRecorder: (stream: MediaStream, type: string) => MediaRecorder;
  readonly canRecord: (type: string) => boolean;
}

export interface VoiceNote {
  readonly file: File;
  readonly durationMs: number;
}

/** The first one the browser can make; all of them are played everywhere. */
const TYPES = ["audio/webm;codecs=opus", "audio/ogg;codecs=opus", "audio/mp4"] as const;
const EXTENSIONS: Readonly<Record<string, string>> = {
  "audio/webm": "webm",
  "audio/ogg": "ogg",
  "audio/mp4": "m4a",
};

/** One voice note, from the first word to the last. */
export class VoiceRecorder {
  readonly stream: MediaStream;
  readonly #recorder: MediaRecorder;
  readonly #clock: Clock;
  readonly #chunks: Blob[] = [];
  readonly #begunAt: number;

  private constructor({ clock, createRecorder }: RecorderDeps, stream: MediaStream, type: string) {
    this.stream = stream;
    this.#clock = clock;
    this.#begunAt = clock.now();
    this.#recorder = createRecorder(stream, type);
    this.#recorder.addEventListener("dataavailable", ({ data }) => this.#chunks.push(data));
    this.#recorder.start();
  }

  /** Rejects when the microphone is not to be had, or nothing can be recorded here. */
  static async start(deps: RecorderDeps): Promise<VoiceRecorder> {
    const type = TYPES.find((each) => deps.canRecord(each));
    if (type === undefined) throw new Error("This browser cannot record");
    return new VoiceRecorder(deps, await deps.openMicrophone(), type);
  }

  get elapsedMs(): number {
    return this.#clock.now() - this.#begunAt;
  }

  async finish(): Promise<VoiceNote> {
    const durationMs = this.elapsedMs;
    const stopped = new Promise((resolve) =>
      this.#recorder.addEventListener("stop", resolve, { once: true }),
    );
    this.#recorder.stop();
    await stopped;
    this.#release();
    const type = this.#recorder.mimeType.split(";", 1)[0] ?? "";
    const file = new File(this.#chunks, `Voice note.${EXTENSIONS[type] ?? "webm"}`, { type });
    return { file, durationMs };
  }

  cancel(): void {
    if (this.#recorder.state !== "inactive") this.#recorder.stop();
    this.#release();
  }

  /** Or the browser goes on saying that it listens. */
  #release(): void {
    for (const track of this.stream.getTracks()) track.stop();
  }
}
