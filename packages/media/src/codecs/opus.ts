/// <reference path="./evan-opus.d.ts" />
import { Decoder, Encoder } from "@evan/opus";
import type { AudioCodec, AudioDecoder, AudioEncoder } from "./audio-codec.ts";
import { opusDurationMs } from "./opus-packet.ts";

const SAMPLE_RATE = 16_000;
/** Wideband speech is transparent from about here on; more only costs processor time. */
const BITRATE = 28_000;
const COMPLEXITY = 5;

/** The encoder makes an unpredicted frame on `restart`: a decoder that heard another stream would else crackle. */
export function createOpusEncoder(bitrate = BITRATE, application: "voip" | "audio" = "voip"): AudioEncoder {
  const encoder = new Encoder({ channels: 1, sample_rate: SAMPLE_RATE, application });
  encoder.complexity = COMPLEXITY;
  encoder.bitrate = bitrate;
  let isFresh = false;
  return {
    encode: (frame) => {
      const payload = encoder.encode(frame);
      if (isFresh) encoder.prediction_disabled = false;
      isFresh = false;
      return payload;
    },
    restart: () => {
      encoder.prediction_disabled = true;
      isFresh = true;
    },
  };
}

export function createOpusDecoder(): AudioDecoder {
  const decoder = new Decoder({ channels: 1, sample_rate: SAMPLE_RATE });
  return {
    decode: (payload) => {
      try {
        const bytes = decoder.decode(payload);
        return new Int16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 2);
      } catch {
        // Anyone can send bytes that are no Opus: the caller conceals them like a lost packet.
        return undefined;
      }
    },
  };
}

export const OPUS: AudioCodec = {
  name: "opus",
  clockRate: 48_000,
  sampleRate: SAMPLE_RATE,
  createEncoder: () => createOpusEncoder(),
  createDecoder: createOpusDecoder,
  durationMs: opusDurationMs,
};
