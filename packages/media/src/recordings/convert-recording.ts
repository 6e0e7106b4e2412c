import { type FileHandle, open, rename, rm, writeFile } from "node:fs/promises";
import { createMp3Encoder } from "wasm-media-encoders";
import { frameSamples } from "../codecs/audio-codec.ts";
import { createOpusEncoder } from "../codecs/opus.ts";
import { serializeOggOpus } from "../files/ogg-opus.ts";
import { WAV_HEADER_BYTES } from "../files/wav.ts";

const RATE = 16_000;
const FRAME = frameSamples(RATE);
const MP3_KBITS = 128;
/** One second: long enough to be quick, short enough to keep memory flat for a recording of hours. */
const CHUNK_SAMPLES = RATE;

/** What is taken of a stereo file. Mono files have the same on both sides. */
export type Side = "both" | "left" | "right";

/** The audio of one of our own WAV files as mono, a second at a time. */
async function* monoChunks(path: string, side: Side): AsyncGenerator<Int16Array> {
  const file = await open(path, "r");
  try {
    const channels = await channelsOf(file);
    const buffer = Buffer.alloc(CHUNK_SAMPLES * channels * 2);
    let position = WAV_HEADER_BYTES;
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
      const whole = bytesRead - (bytesRead % (2 * channels));
      if (whole === 0) return;
      position += whole;
      yield toMono(new Int16Array(buffer.buffer, buffer.byteOffset, whole / 2), channels, side);
    }
  } finally {
    await file.close();
  }
}

async function channelsOf(file: FileHandle): Promise<number> {
  const header = Buffer.alloc(WAV_HEADER_BYTES);
  await file.read(header, 0, WAV_HEADER_BYTES, 0);
  return header.readUInt16LE(22) === 2 ? 2 : 1;
}

function toMono(samples: Int16Array, channels: number, side: Side): Int16Array {
  if (channels === 1) return samples.slice();
  const mono = new Int16Array(samples.length / 2);
  for (let at = 0; at < mono.length; at += 1) {
    const left = side === "right" ? 0 : (samples[2 * at] ?? 0);
    const right = side === "left" ? 0 : (samples[2 * at + 1] ?? 0);
    mono[at] = Math.max(-32_768, Math.min(32_767, left + right));
  }
  return mono;
}

export async function writeMp3(wavPath: string, mp3Path: string): Promise<void> {
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate: RATE, channels: 1, bitrate: MP3_KBITS });
  const part = `${mp3Path}.part`;
  const file = await open(part, "w");
  try {
    for await (const chunk of monoChunks(wavPath, "both")) {
      const samples = Float32Array.from(chunk, (sample) => sample / 32_768);
      await file.write(encoder.encode([samples]));
    }
    await file.write(encoder.finalize());
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(part, mp3Path);
}

export async function writeOpus(wavPath: string, opusPath: string, side: Side = "both"): Promise<void> {
  const encoder = createOpusEncoder();
  const packets: Uint8Array[] = [];
  let rest = new Int16Array(0);
  for await (const chunk of monoChunks(wavPath, side)) {
    const samples = new Int16Array(rest.length + chunk.length);
    samples.set(rest);
    samples.set(chunk, rest.length);
    const whole = samples.length - (samples.length % FRAME);
    for (let at = 0; at < whole; at += FRAME) packets.push(encoder.encode(samples.subarray(at, at + FRAME)));
    rest = samples.slice(whole);
  }
  const part = `${opusPath}.part`;
  await writeFile(part, serializeOggOpus({ packets, preSkip: 0 }, Date.now() >>> 0));
  await rename(part, opusPath);
}

/** Leaves no half-made file behind. */
export async function removeParts(path: string): Promise<void> {
  for (const extension of ["mp3", "opus", "left.opus", "right.opus"])
    await rm(`${path}.${extension}.part`, { force: true });
}
