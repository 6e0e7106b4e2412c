import { PCMA, PCMU } from "../codecs/g711.ts";
import type { WavContent, WavEncoding } from "./wav.ts";

/** Bytes of a sample, and how it is read as one of 16 bits. */
interface SampleReader {
  readonly bytes: number;
  read(view: DataView, at: number): number;
}

const READERS: Readonly<Record<Exclude<WavEncoding, "pcm16" | "muLaw" | "aLaw">, SampleReader>> = {
  // Eight bits alone have no sign.
  pcm8: { bytes: 1, read: (view, at) => (view.getUint8(at) - 128) << 8 },
  pcm24: { bytes: 3, read: (view, at) => view.getInt16(at + 1, true) },
  pcm32: { bytes: 4, read: (view, at) => view.getInt16(at + 2, true) },
  float32: { bytes: 4, read: (view, at) => fromFloat(view.getFloat32(at, true)) },
};

/** Of one to minus one; louder is cut off, and what is no number is silence. */
export const fromFloat = (sample: number): number =>
  Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_767))) || 0;

export function wavSeconds({ encoding, channels, sampleRate, data }: WavContent): number {
  const bytes =
    encoding === "pcm16" ? 2 : encoding === "muLaw" || encoding === "aLaw" ? 1 : READERS[encoding].bytes;
  return data.length / (bytes * channels * sampleRate);
}

/** Channels stand side by side, as in the file. */
export function wavSamples({ encoding, data }: WavContent): Int16Array {
  if (encoding === "muLaw" || encoding === "aLaw")
    return (encoding === "muLaw" ? PCMU : PCMA).createDecoder().decode(data) ?? new Int16Array();
  if (encoding === "pcm16") {
    // The data may begin at an odd offset, where no view of 16-bit numbers can be laid over it.
    const copy = data.slice(0, data.length & ~1);
    return new Int16Array(copy.buffer, 0, copy.length / 2);
  }
  const { bytes, read } = READERS[encoding];
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  return Int16Array.from({ length: Math.floor(data.length / bytes) }, (_, index) =>
    read(view, index * bytes),
  );
}
