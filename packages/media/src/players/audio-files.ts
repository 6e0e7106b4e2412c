import { frameSamples } from "../codecs/audio-codec.ts";
import { PCMA, PCMU } from "../codecs/g711.ts";
import { createOpusDecoder } from "../codecs/opus.ts";
import { opusDurationMs } from "../codecs/opus-packet.ts";
import { Resampler } from "../codecs/resampler.ts";
import { type OggOpus, parseOggOpus } from "../files/ogg-opus.ts";
import { parseWav, type WavContent } from "../files/wav.ts";
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
  return fromSamples(joined(parts), RATE, isRepeating);
}

function fromWav(wav: WavContent, isRepeating: boolean): SharedAudio {
  return fromSamples(toMono(samplesOf(wav), wav.channels), wav.sampleRate, isRepeating);
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
      pending = joined([pending, resampler.process(input)]);
    }
    const frame = pending.slice(0, FRAME);
    pending = pending.slice(FRAME);
    return frame;
  };
  return new SharedAudio({ frameCount, isRepeating, render });
}

function samplesOf({ encoding, data }: WavContent): Int16Array {
  if (encoding !== "pcm16")
    return (encoding === "muLaw" ? PCMU : PCMA).createDecoder().decode(data) ?? new Int16Array();
  // The data may begin at an odd offset, where no view of 16-bit numbers can be laid over it.
  const copy = data.slice(0, data.length & ~1);
  return new Int16Array(copy.buffer, 0, copy.length / 2);
}

function toMono(samples: Int16Array, channels: number): Int16Array {
  if (channels === 1) return samples;
  const mono = new Int16Array(samples.length >> 1);
  for (let at = 0; at < mono.length; at += 1)
    mono[at] = ((samples[2 * at] ?? 0) + (samples[2 * at + 1] ?? 0)) >> 1;
  return mono;
}

function joined(parts: readonly Int16Array[]): Int16Array {
  const whole = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
