import { frameSamples } from "../codecs/audio-codec.ts";
import { createOpusDecoder } from "../codecs/opus.ts";
import { opusDurationMs } from "../codecs/opus-packet.ts";
import { Resampler } from "../codecs/resampler.ts";
import { joinedSamples } from "../files/joined-samples.ts";
import { type OggOpus, parseOggOpus } from "../files/ogg-opus.ts";
import { parseWav, type WavContent } from "../files/wav.ts";
import { wavSamples } from "../files/wav-samples.ts";
import { SharedAudio } from "./shared-audio.ts";

const RATE = 16_000;
const FRAME = frameSamples(RATE);

/** Undefined for a file that is neither WAV nor Ogg Opus of a kind we can play. */
export function audioFromFile(file: Uint8Array, isRepeating = false): SharedAudio | undefined {
  const wav = parseWav(file);
  if (wav) return fromWav(wav, isRepeating);
  const opus = parseOggOpus(file);
  return opus && fromOpus(opus, isRepeating);
}

function fromOpus({ packets }: OggOpus, isRepeating: boolean): SharedAudio | undefined {
  if (packets.length === 0) return undefined;
  const decoder = createOpusDecoder();
  // Files of our own making have frames of 20 ms, which need no decoding for an Opus leg.
  if (packets.every((packet) => opusDurationMs(packet) === 20)) {
    const render = (index: number) =>
      decoder.decode(packets[index] ?? new Uint8Array()) ?? new Int16Array(FRAME);
    return new SharedAudio({ frameCount: packets.length, isRepeating, render, opusPackets: packets });
  }
  const parts = packets.map((packet) => decoder.decode(packet) ?? new Int16Array(0));
  return fromSamples(joinedSamples(parts), RATE, isRepeating);
}

function fromWav(wav: WavContent, isRepeating: boolean): SharedAudio {
  return fromSamples(toMono(wavSamples(wav), wav.channels), wav.sampleRate, isRepeating);
}

/** Brought to our rate frame by frame, when first played: a long file at once would hold up the ticker. */
function fromSamples(samples: Int16Array, sampleRate: number, isRepeating: boolean): SharedAudio {
  const frameCount = Math.max(1, Math.ceil((samples.length * RATE) / sampleRate / FRAME));
  const resampler = new Resampler(sampleRate, RATE);
  const chunk = Math.ceil(sampleRate / 50);
  let at = 0;
  let pending: Int16Array = new Int16Array(0);
  const render = () => {
    while (pending.length < FRAME) {
      const input = new Int16Array(chunk);
      input.set(samples.subarray(at, at + chunk));
      at += chunk;
      pending = joinedSamples([pending, resampler.process(input)]);
    }
    const frame = pending.slice(0, FRAME);
    pending = pending.slice(FRAME);
    return frame;
  };
  return new SharedAudio({ frameCount, isRepeating, render });
}

function toMono(samples: Int16Array, channels: number): Int16Array {
  if (channels === 1) return samples;
  const mono = new Int16Array(samples.length >> 1);
  for (let at = 0; at < mono.length; at += 1)
    mono[at] = ((samples[2 * at] ?? 0) + (samples[2 * at + 1] ?? 0)) >> 1;
  return mono;
}
