export type WavEncoding = "pcm8" | "pcm16" | "pcm24" | "pcm32" | "float32" | "muLaw" | "aLaw";

interface WavFormat {
  readonly encoding: WavEncoding;
  readonly channels: number;
  readonly sampleRate: number;
}

export interface WavContent extends WavFormat {
  readonly data: Uint8Array;
}

export const WAV_HEADER_BYTES = 44;
/** By the format's number and the bits of a sample. */
const ENCODINGS = new Map<string, WavEncoding>([
  ["1 8", "pcm8"],
  ["1 16", "pcm16"],
  ["1 24", "pcm24"],
  ["1 32", "pcm32"],
  ["3 32", "float32"],
  ["6 8", "aLaw"],
  ["7 8", "muLaw"],
]);
/** The true number follows further on: what editors write for more than 16 bits or two channels. */
const EXTENSIBLE = 0xfffe;
const EXTENSIBLE_BYTES = 40;
const MAX_RATE = 192_000;
/** Written until the true length is known: readers then take everything up to the end of the file. */
const UNKNOWN_BYTES = 0xffff_ffff;
const MAX_DATA_BYTES = UNKNOWN_BYTES - WAV_HEADER_BYTES;

/** Header of a 16-bit file; without `dataBytes` that of a file still being written. */
export function wavHeader(channels: number, sampleRate: number, dataBytes?: number): Uint8Array {
  const header = new Uint8Array(WAV_HEADER_BYTES);
  const view = new DataView(header.buffer);
  const length = dataBytes === undefined ? UNKNOWN_BYTES : Math.min(dataBytes, MAX_DATA_BYTES);
  writeText(header, 0, "RIFF");
  view.setUint32(4, dataBytes === undefined ? UNKNOWN_BYTES : length + WAV_HEADER_BYTES - 8, true);
  writeText(header, 8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, channels, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * channels * 2, true);
  view.setUint16(32, channels * 2, true);
  view.setUint16(34, 16, true);
  writeText(header, 36, "data");
  view.setUint32(40, length, true);
  return header;
}

/** Undefined for what is no WAV file we can play. Tolerates a file whose writer died before it fixed the header. */
export function parseWav(file: Uint8Array): WavContent | undefined {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (file.length < 12 || textAt(file, 0) !== "RIFF" || textAt(file, 8) !== "WAVE") return undefined;
  let format: WavFormat | undefined;
  let at = 12;
  while (at + 8 <= file.length) {
    const name = textAt(file, at);
    const start = at + 8;
    const length = Math.min(view.getUint32(at + 4, true), file.length - start);
    if (name === "fmt " && length >= 16) format = readFormat(view, start, length);
    if (name === "data") return format && { ...format, data: file.subarray(start, start + length) };
    at = start + length + (length & 1);
  }
  return undefined;
}

function readFormat(view: DataView, at: number, length: number): WavFormat | undefined {
  const given = view.getUint16(at, true);
  const number = given === EXTENSIBLE && length >= EXTENSIBLE_BYTES ? view.getUint16(at + 24, true) : given;
  const encoding = ENCODINGS.get(`${number} ${view.getUint16(at + 14, true)}`);
  const channels = view.getUint16(at + 2, true);
  const sampleRate = view.getUint32(at + 4, true);
  if (!encoding || channels < 1 || channels > 2 || sampleRate < 8_000 || sampleRate > MAX_RATE)
    return undefined;
  return { encoding, channels, sampleRate };
}

function writeText(target: Uint8Array, at: number, text: string): void {
  for (let each = 0; each < text.length; each += 1) target[at + each] = text.charCodeAt(each);
}

const textAt = (file: Uint8Array, at: number): string => String.fromCharCode(...file.subarray(at, at + 4));
