import { rm } from "node:fs/promises";
import type { MediaLeg } from "../legs/media-leg.ts";
import type {
  AudioTarget,
  LegId,
  RecordingFormat,
  RecordingId,
  StartRecording,
} from "../protocol/media-commands.ts";
import { MediaError } from "../protocol/media-error.ts";
import type { RecordingFinished } from "../protocol/media-events.ts";
import { Recorder, type RecorderEnd } from "../recordings/recorder.ts";
import type { RecordingConverter } from "../recordings/recording-converter.ts";
import { recoverWav } from "../recordings/recover-wav.ts";
import type { DtmfDigit } from "../rtp/dtmf/telephone-event.ts";

export interface RecorderRegistryHooks {
  onFinished(event: RecordingFinished): void;
  onProblem(message: string): void;
}

type Files = Partial<Record<RecordingFormat, string>>;

/** All recordings by their id, and their files after the end. */
export class RecorderRegistry {
  readonly #converter: RecordingConverter;
  readonly #hooks: RecorderRegistryHooks;
  readonly #recorders = new Map<RecordingId, Recorder>();
  readonly #finishing = new Set<Promise<void>>();

  constructor(converter: RecordingConverter, hooks: RecorderRegistryHooks) {
    this.#converter = converter;
    this.#hooks = hooks;
  }

  start(start: StartRecording, legs: (target: AudioTarget) => readonly MediaLeg[]): Recorder {
    const { recordingId } = start;
    if (this.#recorders.has(recordingId))
      throw new MediaError("media.alreadyThere", `Recording ${recordingId} is there already`);
    const recorder = new Recorder({
      start,
      legs,
      onEnd: (end) => {
        this.#recorders.delete(recordingId);
        this.#follow(this.#finish(start, recorder, end));
      },
    });
    this.#recorders.set(recordingId, recorder);
    return recorder;
  }

  setPaused(recordingId: RecordingId, isPaused: boolean): void {
    this.#recorder(recordingId).setPaused(isPaused);
  }

  move(recordingId: RecordingId, target: AudioTarget, leftLegId: LegId | undefined): void {
    this.#recorder(recordingId).moveTo(target, leftLegId);
  }

  /** Stopping what has ended by itself is no mistake. */
  stop(recordingId: RecordingId): void {
    this.#recorders.get(recordingId)?.end("stopped");
  }

  press(leg: MediaLeg, digit: DtmfDigit): void {
    for (const recorder of [...this.#recorders.values()]) recorder.press(leg, digit);
  }

  /** A recording of a bridge goes on without one of its legs; what is recorded itself ends it. */
  endFor(isGone: (target: AudioTarget) => boolean): void {
    for (const recorder of [...this.#recorders.values()])
      if (isGone(recorder.target)) recorder.end("targetClosed");
  }

  tick(tick: number): void {
    for (const recorder of this.#recorders.values()) recorder.tick(tick);
  }

  async recover({
    recordingId,
    path,
    formats,
  }: Pick<StartRecording, "recordingId" | "path" | "formats">): Promise<void> {
    const { durationMs } = await recoverWav(`${path}.wav`).catch((error: unknown) => {
      throw new MediaError("media.badFile", String(error));
    });
    this.#follow(
      this.#makeFiles(path, formats).then((files) =>
        this.#hooks.onFinished({ recordingId, reason: "recovered", durationMs, trailingSilenceMs: 0, files }),
      ),
    );
  }

  /** Ends all; resolves when every file is whole. */
  async close(): Promise<void> {
    for (const recorder of [...this.#recorders.values()]) recorder.end("stopped");
    await Promise.all(this.#finishing);
  }

  #recorder(recordingId: RecordingId): Recorder {
    const recorder = this.#recorders.get(recordingId);
    if (!recorder) throw new MediaError("media.unknownRecording", `No recording ${recordingId}`);
    return recorder;
  }

  /** Long recordings take a while to convert; a stop of the engine waits for them. */
  #follow(work: Promise<void>): void {
    const followed = work.finally(() => this.#finishing.delete(followed));
    this.#finishing.add(followed);
  }

  async #finish(start: StartRecording, recorder: Recorder, end: RecorderEnd): Promise<void> {
    const { recordingId, path, formats } = start;
    const { digit, ...rest } = end;
    const result = { recordingId, ...rest, ...(digit && { digit }) };
    try {
      await recorder.close();
      this.#hooks.onFinished({ ...result, files: await this.#makeFiles(path, formats) });
    } catch (error) {
      this.#hooks.onProblem(`Recording ${recordingId} could not be written: ${String(error)}`);
      this.#hooks.onFinished({ ...result, reason: "failed", files: {} });
    }
  }

  /** The WAV file stays when it is wanted, or when it is all that could be made. */
  async #makeFiles(path: string, formats: readonly RecordingFormat[]): Promise<Files> {
    const wav = `${path}.wav`;
    const compressed = formats.filter((format) => format !== "wav");
    try {
      await this.#converter.convert(path, compressed);
    } catch (error) {
      this.#hooks.onProblem(`${wav} could not be converted: ${String(error)}`);
      return { wav };
    }
    const files: Files = Object.fromEntries(compressed.map((format) => [format, `${path}.${format}`]));
    if (formats.includes("wav") || compressed.length === 0) return { ...files, wav };
    await rm(wav, { force: true });
    return files;
  }
}
