import { frameSamples } from "../codecs/audio-codec.ts";
import type { MediaLeg } from "../legs/media-leg.ts";
import { MixBus } from "../mixer/mix-bus.ts";
import { SilenceWatch } from "../mixer/silence-watch.ts";
import { levelOf } from "../mixer/voice-activity.ts";
import type { AudioTarget, StartRecording } from "../protocol/media-commands.ts";
import type { RecordingFinished } from "../protocol/media-events.ts";
import type { DtmfDigit } from "../rtp/dtmf/telephone-event.ts";
import { WavWriter } from "./wav-writer.ts";

type EndReason = Exclude<RecordingFinished["reason"], "processDied" | "recovered">;

export interface RecorderEnd {
  readonly reason: EndReason;
  readonly durationMs: number;
  readonly trailingSilenceMs: number;
  readonly digit: DtmfDigit | undefined;
}

export interface RecorderOptions {
  readonly start: StartRecording;
  /** Those who are heard at this moment: a leg, or the audible ones of a bridge. */
  readonly legs: (target: AudioTarget) => readonly MediaLeg[];
  readonly onEnd: (end: RecorderEnd) => void;
}

const RECORDING_RATE = 16_000;
const FRAME = frameSamples(RECORDING_RATE);
const NEVER_SILENT_MS = Number.POSITIVE_INFINITY;

/** Writes what legs say to a WAV file, a frame every tick whether they speak or not, so that time stays true. */
export class Recorder {
  readonly #options: RecorderOptions;
  readonly #writer: WavWriter;
  readonly #silence: SilenceWatch;
  readonly #left = new MixBus(FRAME);
  readonly #right = new MixBus(FRAME);
  readonly #isStereo: boolean;
  #target: AudioTarget;
  #used = new Set<MediaLeg>();
  #leftLegId: string | undefined;
  #isPaused = false;
  #isOver = false;

  constructor(options: RecorderOptions) {
    const { path, layout, leftLegId, stopOnSilenceMs, isFollowed = false } = options.start;
    this.#options = options;
    this.#target = options.start.target;
    this.#isStereo = layout === "stereo";
    this.#leftLegId = leftLegId;
    this.#silence = new SilenceWatch(stopOnSilenceMs ?? NEVER_SILENT_MS);
    this.#writer = new WavWriter(`${path}.wav`, {
      channels: this.#isStereo ? 2 : 1,
      sampleRate: RECORDING_RATE,
      isFollowed,
    });
    // Legs begin to be decoded now, so that the first frame does not wait for a jitter buffer.
    this.#follow();
  }

  get target(): AudioTarget {
    return this.#target;
  }

  /** Goes on with what is heard elsewhere: a call that has become part of a conference. */
  moveTo(target: AudioTarget, leftLegId: string | undefined): void {
    this.#target = target;
    this.#leftLegId = leftLegId ?? this.#leftLegId;
    if (!this.#isOver) this.#follow();
  }

  setPaused(isPaused: boolean): void {
    this.#isPaused = isPaused;
  }

  press(leg: MediaLeg, digit: DtmfDigit): void {
    const { stopOnKeys } = this.#options.start;
    if (this.#used.has(leg) && (stopOnKeys === "any" || stopOnKeys?.includes(digit))) this.end("key", digit);
  }

  tick(tick: number): void {
    if (this.#isOver) return;
    this.#follow();
    if (this.#isPaused) return;
    this.#mix(tick);
    const level = this.#write();
    if (this.#writer.error !== undefined) this.end("failed");
    else if (this.#silence.update(level)) this.end("silence");
    else if (this.#writer.durationMs >= (this.#options.start.maxDurationMs ?? Number.POSITIVE_INFINITY))
      this.end("maxDuration");
  }

  end(reason: EndReason, digit?: DtmfDigit): void {
    if (this.#isOver) return;
    this.#isOver = true;
    for (const leg of this.#used) leg.release();
    this.#used.clear();
    this.#options.onEnd({
      reason,
      durationMs: Math.round(this.#writer.durationMs),
      trailingSilenceMs: this.#silence.silentMs,
      digit,
    });
  }

  /** Resolves when the file is whole. */
  close(): Promise<void> {
    return this.#writer.close();
  }

  /** Legs join and leave a bridge while it is recorded. */
  #follow(): void {
    const legs = new Set(this.#options.legs(this.#target));
    for (const leg of legs) if (!this.#used.has(leg)) leg.use();
    for (const leg of this.#used) if (!legs.has(leg)) leg.release();
    this.#used = legs;
    const [first] = legs;
    this.#leftLegId ??= first?.id;
  }

  #mix(tick: number): void {
    this.#left.clear();
    this.#right.clear();
    for (const leg of this.#used) {
      const frame = leg.frameAt(RECORDING_RATE, tick);
      const bus = this.#isStereo && leg.id !== this.#leftLegId ? this.#right : this.#left;
      if (frame) bus.add(frame);
    }
  }

  /** Returns the level of what was written. */
  #write(): number {
    const left = this.#left.all();
    if (!this.#isStereo) {
      this.#writer.write(left);
      return levelOf(left);
    }
    const right = this.#right.all();
    const both = new Int16Array(2 * FRAME);
    for (let at = 0; at < FRAME; at += 1) {
      both[2 * at] = left[at] ?? 0;
      both[2 * at + 1] = right[at] ?? 0;
    }
    this.#writer.write(both);
    return Math.max(levelOf(left), levelOf(right));
  }
}
