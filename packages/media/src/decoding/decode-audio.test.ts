import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createMp3Encoder } from "wasm-media-encoders";
import { createOpusEncoder } from "../codecs/opus.ts";
import { serializeOggOpus } from "../files/ogg-opus.ts";
import { amplitudeAt } from "../tones/goertzel.ts";
import { decodeAudio, wavOf } from "./decode-audio.ts";

const HZ = 500;
/** One second, or as long as asked, between one and minus one. */
const tone = (rate: number, seconds = 1): Float32Array =>
  Float32Array.from({ length: rate * seconds }, (_, at) => 0.25 * Math.sin((2 * Math.PI * HZ * at) / rate));

const VORBIS = readFileSync(new URL("./fixtures/tone-500-hz.ogg", import.meta.url));

interface WavShape {
  readonly format: number;
  readonly bits: number;
  readonly channels: number;
  readonly rate: number;
  readonly isExtensible?: boolean;
}

/** Written by hand: editors write more kinds than our own writer does. */
function wavFile({ format, bits, channels, rate, isExtensible = false }: WavShape): Uint8Array {
  const bytes = bits / 8;
  const headBytes = isExtensible ? 40 : 16;
  const samples = tone(rate);
  const dataBytes = samples.length * channels * bytes;
  const file = new Uint8Array(28 + headBytes + dataBytes);
  const view = new DataView(file.buffer);
  const text = (at: number, words: string): void => file.set(new TextEncoder().encode(words), at);
  text(0, "RIFF");
  text(8, "WAVEfmt ");
  view.setUint32(16, headBytes, true);
  view.setUint16(20, isExtensible ? 0xfffe : format, true);
  view.setUint16(22, channels, true);
  view.setUint32(24, rate, true);
  view.setUint16(34, bits, true);
  if (isExtensible) view.setUint16(44, format, true);
  text(20 + headBytes, "data");
  view.setUint32(24 + headBytes, dataBytes, true);
  for (let at = 0; at < samples.length * channels; at += 1)
    writeSample(view, 28 + headBytes + at * bytes, samples[Math.floor(at / channels)] ?? 0, { format, bits });
  return file;
}

function writeSample(
  view: DataView,
  at: number,
  sample: number,
  { format, bits }: Pick<WavShape, "format" | "bits">,
): void {
  if (format === 3) view.setFloat32(at, sample, true);
  else if (bits === 8) view.setUint8(at, Math.round(sample * 127) + 128);
  else if (bits === 16) view.setInt16(at, sample * 32_767, true);
  else if (bits === 24) {
    view.setInt16(at + 1, sample * 32_767, true);
  } else view.setInt32(at, sample * 2_147_483_647, true);
}

async function mp3File(seconds: number): Promise<Uint8Array> {
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate: 44_100, channels: 2, bitrate: 32 });
  const samples = tone(44_100);
  const parts: Uint8Array[] = [];
  for (let second = 0; second < seconds; second += 1) parts.push(encoder.encode([samples, samples]).slice());
  return Buffer.concat([...parts, encoder.finalize()]);
}

function opusFile(seconds: number): Uint8Array {
  const encoder = createOpusEncoder();
  const samples = Int16Array.from(tone(16_000, seconds), (sample) => sample * 32_767);
  const packets = Array.from({ length: seconds * 50 }, (_, index) =>
    encoder.encode(samples.subarray(index * 320, (index + 1) * 320)),
  );
  return serializeOggOpus({ packets, preSkip: 0 }, 1);
}

async function heard(file: Uint8Array): Promise<{ seconds: number; loudness: number }> {
  const decoded = await decodeAudio(file, 120);
  if (decoded.kind !== "audio") throw new Error(decoded.kind);
  const { samples } = decoded;
  return {
    seconds: samples.length / 16_000,
    loudness: amplitudeAt(samples.subarray(4_000, 12_000), HZ, 16_000) / 32_767,
  };
}

async function expectTone(file: Uint8Array, loudness = 0.25): Promise<void> {
  const { seconds, loudness: found } = await heard(file);
  expect(Math.abs(seconds - 1)).toBeLessThan(0.15);
  expect(Math.abs(found - loudness)).toBeLessThan(0.02);
}

test.each<WavShape>([
  { format: 1, bits: 8, channels: 1, rate: 8_000 },
  { format: 1, bits: 16, channels: 2, rate: 44_100 },
  { format: 1, bits: 24, channels: 2, rate: 48_000, isExtensible: true },
  { format: 1, bits: 32, channels: 1, rate: 96_000, isExtensible: true },
  { format: 3, bits: 32, channels: 1, rate: 22_050 },
])("[FIL5] WAV of every usual kind is decoded: $bits bits, $channels channels, $rate Hz", async (shape) => {
  await expectTone(wavFile(shape));
});

test("[FIL5] MP3, Ogg Opus and Ogg Vorbis are decoded", async () => {
  await expectTone(await mp3File(1));
  await expectTone(opusFile(1));
  // ffmpeg's sine is an eighth of full scale, and 3 dB less on each of two channels.
  await expectTone(VORBIS, 0.125 * Math.SQRT1_2);
});

test("[FIL5] what was decoded is a file that can be decoded again", async () => {
  const decoded = await decodeAudio(await mp3File(1), 120);
  if (decoded.kind !== "audio") throw new Error(decoded.kind);
  await expectTone(wavOf(decoded.samples));
});

test("[FIL6] what lasts too long is given up early", async () => {
  expect(await decodeAudio(await mp3File(8), 5)).toEqual({ kind: "tooLong" });
  expect(await decodeAudio(opusFile(6), 5)).toEqual({ kind: "tooLong" });
  expect(await decodeAudio(VORBIS, 0.5)).toEqual({ kind: "tooLong" });
  expect(await decodeAudio(wavFile({ format: 1, bits: 24, channels: 2, rate: 48_000 }), 0.5)).toEqual({
    kind: "tooLong",
  });
});

test("[FIL6] what is no sound is told apart, whatever it begins with", { timeout: 120_000 }, async () => {
  const beginnings = ["", "RIFF\0\0\0\0WAVEfmt ", "ID3\x04\0\0\0\0\0\0", "OggS\0\x02", "\xff\xfb\x90\x00"];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...beginnings),
      fc.uint8Array({ maxLength: 600 }),
      async (beginning, rest) => {
        const file = Buffer.concat([Buffer.from(beginning, "latin1"), rest]);
        expect(await decodeAudio(file, 120)).toEqual({ kind: "notAudio" });
      },
    ),
    { numRuns: 60 },
  );
  const broken = VORBIS.map((byte, at) => (at > 200 && at % 7 === 0 ? byte ^ 0x55 : byte));
  await decodeAudio(broken, 120);
  expect(await decodeAudio(VORBIS.subarray(0, 120), 120)).toEqual({ kind: "notAudio" });
});
