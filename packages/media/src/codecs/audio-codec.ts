export type CodecName = "opus" | "G722" | "PCMU" | "PCMA";

export const FRAME_MS = 20;

export interface AudioEncoder {
  /** Takes one frame of 20 ms. The result may be kept. */
  encode(frame: Int16Array): Uint8Array;
  /** The next frame goes to a decoder that did not hear the one before. */
  restart(): void;
}

export interface AudioDecoder {
  /** As much audio as the payload holds; undefined when it cannot be understood. */
  decode(payload: Uint8Array): Int16Array | undefined;
}

export interface AudioCodec {
  readonly name: CodecName;
  /** Of the RTP timestamps; differs from the audio's own rate for Opus and (RFC 3551 §4.5.2) for G.722. */
  readonly clockRate: number;
  readonly sampleRate: 8_000 | 16_000;
  createEncoder(): AudioEncoder;
  createDecoder(): AudioDecoder;
  /** How long a payload sounds, without decoding it. */
  durationMs(payload: Uint8Array): number;
}

export const frameSamples = (sampleRate: number): number => (sampleRate * FRAME_MS) / 1_000;
