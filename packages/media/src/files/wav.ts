interface WavFormat {
  readonly encoding: "pcm16" | "muLaw" | "aLaw";
  readonly channels: number;
  readonly sampleRate: number;
}

export interface WavContent extends WavFormat {
  readonly data: Uint8Array;
}

export const WAV_HEADER_BYTES = 44;
const ENCODINGS = new Map<number, WavFormat["encoding"]>([
  [1, "pcm16"],
  [6, "aLaw"],
  [7, "muLaw"],
]);
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
    if (name === "fmt " && length >= 16) format = readFormat(view, start);
    if (name === "data") return format && { ...format, data: file.subarray(start, start + length) };
    at = start + length + (length & 1);
  }
  return undefined;
}

function readFormat(view: DataView, at: number): WavFormat | undefined {
  const encoding = ENCODINGS.get(view.getUint16(at, true));
  const channels = view.getUint16(at + 2, true);
  const sampleRate = view.getUint32(at + 4, true);
  const bits = view.getUint16(at + 14, true);
  if (!encoding || channels < 1 || channels > 2 || sampleRate < 8_000 || sampleRate > 48_000)
    return undefined;
  return bits === (encoding === "pcm16" ? 16 : 8) ? { encoding, channels, sampleRate } : undefined;
}

function writeText(target: Uint8Array, at: number, text: string): void {
  for (let each = 0; each < text.length; each += 1) target[at + each] = text.charCodeAt(each);
}

const textAt = (file: Uint8Array, at: number): string => String.fromCharCode(...file.subarray(at, at + 4));
