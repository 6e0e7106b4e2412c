import type { AudioCodec, AudioEncoder } from "../codecs/audio-codec.ts";
import { Resampler } from "../codecs/resampler.ts";
import type { MediaLeg } from "../legs/media-leg.ts";
import { levelOf, SILENCE_DB, VoiceActivity } from "../mixer/voice-activity.ts";
import type { LegId } from "../protocol/media-commands.ts";

/** Encodes what the mixer made, at whatever rate it mixes, for one codec. */
export class MixEncoder {
  readonly codec: AudioCodec;
  readonly #encoder: AudioEncoder;
  readonly #resamplers = new Map<number, Resampler>();

  constructor(codec: AudioCodec) {
    this.codec = codec;
    this.#encoder = codec.createEncoder();
  }

  encode(mix: Int16Array, sampleRate: number): Uint8Array {
    if (sampleRate === this.codec.sampleRate) return this.#encoder.encode(mix);
    const resampler = this.#resamplers.get(sampleRate) ?? new Resampler(sampleRate, this.codec.sampleRate);
    this.#resamplers.set(sampleRate, resampler);
    return this.#encoder.encode(resampler.process(mix));
  }

  /** Somebody joins the stream who did not hear it so far. */
  restart(): void {
    this.#encoder.restart();
  }
}

/** A leg in a bridge, with what the mixer remembers of it. */
export class BridgeMember {
  readonly leg: MediaLeg;
  isMuted: boolean;
  /** Who alone hears it; undefined: everybody. */
  audience: ReadonlySet<LegId> | undefined;
  /** Whether the leg's last frame was a mix of its own, or that of all listeners. */
  hearsOwnMix = false;
  readonly #activity = new VoiceActivity();
  #encoder: MixEncoder | undefined;

  constructor(leg: MediaLeg, isMuted: boolean, audience: ReadonlySet<LegId> | undefined) {
    this.leg = leg;
    this.isMuted = isMuted;
    this.audience = audience;
  }

  /** Somebody can hear it. */
  get isAudible(): boolean {
    return !this.isMuted && this.audience?.size !== 0;
  }

  get isTalking(): boolean {
    return this.#activity.isActive;
  }

  get levelDb(): number {
    return this.#activity.levelDb;
  }

  /** Hears the leg's frame of this tick. True while it is to be mixed. */
  listen(tick: number): boolean {
    const frame = this.isAudible ? this.leg.frame(tick) : undefined;
    return this.#activity.update(frame ? levelOf(frame) : SILENCE_DB);
  }

  /** Its own encoder, kept for as long as it stays: it will talk again. */
  encoderFor(codec: AudioCodec): MixEncoder {
    if (this.#encoder?.codec !== codec) this.#encoder = new MixEncoder(codec);
    return this.#encoder;
  }
}
