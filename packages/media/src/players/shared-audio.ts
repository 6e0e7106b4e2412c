import type { AudioCodec, CodecName } from "../codecs/audio-codec.ts";
import { Resampler } from "../codecs/resampler.ts";

/** Frames made in order when first asked for, and then kept: each depends on what its maker did before. */
class LazyFrames<Frame> {
  readonly #make: (index: number) => Frame;
  readonly #frames: Frame[] = [];

  constructor(make: (index: number) => Frame) {
    this.#make = make;
  }

  at(index: number): Frame {
    let frame = this.#frames[index];
    while (frame === undefined) {
      this.#frames.push(this.#make(this.#frames.length));
      frame = this.#frames[index];
    }
    return frame;
  }
}

export interface AudioContent {
  readonly frameCount: number;
  /** Tones and music go on until stopped. */
  readonly isRepeating: boolean;
  /** A frame of 20 ms at 16 kHz; asked for in order, once each. */
  readonly render: (index: number) => Int16Array;
  /** The same audio already as Opus, one packet a frame. */
  readonly opusPackets?: readonly Uint8Array[];
}

/**
 * One piece of audio for all legs that play it: decoded once, brought to 8 kHz once, encoded once per codec, each
 * frame when the first leg needs it, so that no long piece ever holds up the ticker.
 */
export class SharedAudio {
  readonly frameCount: number;
  readonly isRepeating: boolean;
  readonly #opusPackets: readonly Uint8Array[] | undefined;
  readonly #wide: LazyFrames<Int16Array>;
  readonly #narrow: LazyFrames<Int16Array>;
  readonly #encoded = new Map<CodecName, LazyFrames<Uint8Array>>();

  constructor({ frameCount, isRepeating, render, opusPackets }: AudioContent) {
    this.frameCount = frameCount;
    this.isRepeating = isRepeating;
    this.#opusPackets = opusPackets;
    this.#wide = new LazyFrames(render);
    const resampler = new Resampler(16_000, 8_000);
    this.#narrow = new LazyFrames((index) => resampler.process(this.#wide.at(index)));
  }

  pcm(sampleRate: 8_000 | 16_000, index: number): Int16Array {
    return (sampleRate === 16_000 ? this.#wide : this.#narrow).at(index);
  }

  encoded(codec: AudioCodec, index: number): Uint8Array {
    const packet = codec.name === "opus" ? this.#opusPackets?.[index] : undefined;
    if (packet) return packet;
    const frames = this.#encoded.get(codec.name) ?? this.#encodeWith(codec);
    return frames.at(index);
  }

  #encodeWith(codec: AudioCodec): LazyFrames<Uint8Array> {
    const encoder = codec.createEncoder();
    encoder.restart();
    const frames = new LazyFrames((index) => encoder.encode(this.pcm(codec.sampleRate, index)));
    this.#encoded.set(codec.name, frames);
    return frames;
  }
}
