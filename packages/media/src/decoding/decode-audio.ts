import { opusDurationMs } from "../codecs/opus-packet.ts";
import { Resampler } from "../codecs/resampler.ts";
import { joinedSamples } from "../files/joined-samples.ts";
import { type OggOpus, parseOggOpus } from "../files/ogg-opus.ts";
import { parseWav, WAV_HEADER_BYTES, wavHeader } from "../files/wav.ts";
import { fromFloat, wavSeconds } from "../files/wav-samples.ts";
import { samplesFromFile } from "../players/file-samples.ts";
import { type DecodedPiece, decodeMp3, decodeVorbis, isMp3 } from "./compressed-audio.ts";

const RATE = 16_000;
/** Nobody can say anything in less. */
const MIN_SAMPLES = RATE / 4;

export type DecodedAudio =
  /** One channel of 16 kHz. */
  { readonly kind: "audio"; readonly samples: Int16Array } | { readonly kind: "notAudio" | "tooLong" };

/**
 * What a file from outside sounds like: WAV, MP3, Ogg Opus and Ogg Vorbis. Never holds much more than the time that is
 * allowed, however long the file claims to be.
 */
export async function decodeAudio(file: Uint8Array, maxSeconds: number): Promise<DecodedAudio> {
  const samples = await samplesOf(file, maxSeconds).catch(() => undefined);
  if (samples === "tooLong") return { kind: samples };
  return samples && samples.length >= MIN_SAMPLES ? { kind: "audio", samples } : { kind: "notAudio" };
}

/** A file that browsers and the media process play. */
export function wavOf(samples: Int16Array): Uint8Array {
  const data = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
  const file = new Uint8Array(WAV_HEADER_BYTES + data.length);
  file.set(wavHeader(1, RATE, data.length));
  file.set(data, WAV_HEADER_BYTES);
  return file;
}

type Samples = Int16Array | "tooLong" | undefined;

async function samplesOf(file: Uint8Array, maxSeconds: number): Promise<Samples> {
  const wav = parseWav(file);
  if (wav) return wavSeconds(wav) > maxSeconds ? "tooLong" : samplesFromFile(file);
  if (isMp3(file)) return gathered(decodeMp3(file), maxSeconds);
  const opus = parseOggOpus(file);
  if (opus) return opusSeconds(opus) > maxSeconds ? "tooLong" : samplesFromFile(file);
  const isOgg = String.fromCharCode(...file.subarray(0, 4)) === "OggS";
  return isOgg ? gathered(decodeVorbis(file), maxSeconds) : undefined;
}

const opusSeconds = ({ packets }: OggOpus): number =>
  packets.reduce((sum, packet) => sum + opusDurationMs(packet), 0) / 1_000;

async function gathered(pieces: AsyncIterable<DecodedPiece>, maxSeconds: number): Promise<Samples> {
  const parts: Int16Array[] = [];
  let length = 0;
  let resampler: { readonly rate: number; readonly to16: Resampler } | undefined;
  for await (const { channelData, sampleRate } of pieces) {
    if ((channelData[0]?.length ?? 0) === 0) continue;
    // A stream may change its rate in the middle, where two were put together.
    if (resampler?.rate !== sampleRate)
      resampler = { rate: sampleRate, to16: new Resampler(sampleRate, RATE) };
    const part = resampler.to16.process(mixedDown(channelData));
    length += part.length;
    if (length > maxSeconds * RATE) return "tooLong";
    parts.push(part);
  }
  return joinedSamples(parts);
}

function mixedDown(channels: readonly Float32Array[]): Int16Array {
  const [first = new Float32Array()] = channels;
  return Int16Array.from(first, (_, at) =>
    fromFloat(channels.reduce((sum, channel) => sum + (channel[at] ?? 0), 0) / channels.length),
  );
}
