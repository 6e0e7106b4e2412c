import type { AudioCodec, CodecName } from "./audio-codec.ts";

const MU_BIAS = 0x84;
const MU_CLIP = 32_635;

function muLawToLinear(byte: number): number {
  const code = ~byte & 0xff;
  const magnitude = (((code & 0x0f) << 3) + MU_BIAS) << ((code & 0x70) >> 4);
  return code & 0x80 ? MU_BIAS - magnitude : magnitude - MU_BIAS;
}

function linearToMuLaw(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0;
  const magnitude = Math.min(Math.abs(sample), MU_CLIP) + MU_BIAS;
  const exponent = 31 - Math.clz32(magnitude) - 7;
  const mantissa = (magnitude >> (exponent + 3)) & 0x0f;
  return ~(sign | (exponent << 4) | mantissa) & 0xff;
}

function aLawToLinear(byte: number): number {
  const code = byte ^ 0x55;
  const segment = (code & 0x70) >> 4;
  const base = ((code & 0x0f) << 4) + (segment === 0 ? 0x08 : 0x108);
  const magnitude = segment > 1 ? base << (segment - 1) : base;
  return code & 0x80 ? magnitude : -magnitude;
}

function linearToALaw(sample: number): number {
  const magnitude = sample >= 0 ? sample >> 3 : (-sample - 1) >> 3;
  const segment = Math.max(0, 31 - Math.clz32(magnitude) - 4);
  const mantissa = (segment < 2 ? magnitude >> 1 : magnitude >> segment) & 0x0f;
  return ((segment << 4) | mantissa) ^ (sample >= 0 ? 0xd5 : 0x55);
}

/** Both laws resolve at most 14 of the 16 bits, so the table for encoding is indexed by those alone. */
function companding(toLinear: (byte: number) => number, toByte: (sample: number) => number) {
  const linear = Int16Array.from({ length: 256 }, (_, byte) => toLinear(byte));
  const bytes = Uint8Array.from({ length: 16_384 }, (_, index) => toByte(((index << 18) >> 16) | 0));
  return { linear, bytes };
}

function g711(
  name: Extract<CodecName, "PCMU" | "PCMA">,
  { linear, bytes }: ReturnType<typeof companding>,
): AudioCodec {
  const encode = (frame: Int16Array): Uint8Array => {
    const payload = new Uint8Array(frame.length);
    for (let at = 0; at < frame.length; at += 1) payload[at] = bytes[((frame[at] ?? 0) >> 2) & 0x3fff] ?? 0;
    return payload;
  };
  const decode = (payload: Uint8Array): Int16Array => {
    const frame = new Int16Array(payload.length);
    for (let at = 0; at < payload.length; at += 1) frame[at] = linear[payload[at] ?? 0] ?? 0;
    return frame;
  };
  return {
    name,
    clockRate: 8_000,
    sampleRate: 8_000,
    createEncoder: () => ({ encode, restart: () => {} }),
    createDecoder: () => ({ decode }),
    durationMs: (payload) => payload.length / 8,
  };
}

export const PCMU = g711("PCMU", companding(muLawToLinear, linearToMuLaw));
export const PCMA = g711("PCMA", companding(aLawToLinear, linearToALaw));
