import { OggVorbisDecoder } from "@wasm-audio-decoders/ogg-vorbis";
import { MPEGDecoder } from "mpg123-decoder";

/** Some of the sound: each channel by itself, samples between one and minus one. */
export interface DecodedPiece {
  readonly channelData: readonly Float32Array[];
  readonly sampleRate: number;
}

/** Small enough that a file which unpacks to hours is given up after its first minutes. */
const PIECE_BYTES = 16 * 1024;

function* piecesOf(file: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < file.length; at += PIECE_BYTES) yield file.subarray(at, at + PIECE_BYTES);
}

export function isMp3(file: Uint8Array): boolean {
  const [first = 0, second = 0] = file;
  const isTagged = first === 0x49 && second === 0x44 && file[2] === 0x33;
  return isTagged || (first === 0xff && (second & 0xe0) === 0xe0);
}

export async function* decodeMp3(file: Uint8Array): AsyncGenerator<DecodedPiece> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  try {
    for (const piece of piecesOf(file)) yield decoder.decode(piece);
  } finally {
    decoder.free();
  }
}

export async function* decodeVorbis(file: Uint8Array): AsyncGenerator<DecodedPiece> {
  const decoder = new OggVorbisDecoder();
  await decoder.ready;
  try {
    for (const piece of piecesOf(file)) yield await decoder.decode(piece);
    yield await decoder.flush();
  } finally {
    decoder.free();
  }
}
