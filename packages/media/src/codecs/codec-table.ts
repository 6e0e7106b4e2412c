import type { AudioCodec, CodecName } from "./audio-codec.ts";
import { frameSamples } from "./audio-codec.ts";
import { PCMA, PCMU } from "./g711.ts";
import { G722 } from "./g722.ts";
import { OPUS } from "./opus.ts";

export const CODECS: Readonly<Record<CodecName, AudioCodec>> = { opus: OPUS, G722, PCMU, PCMA };

const SETTLING_FRAMES = 10;
const silences = new Map<CodecName, Uint8Array>();

/** One payload of silence for all legs; encoders of state need a while until theirs stays the same. */
export function silencePayload(codec: AudioCodec): Uint8Array {
  const known = silences.get(codec.name);
  if (known) return known;
  const encoder = codec.createEncoder();
  const frame = new Int16Array(frameSamples(codec.sampleRate));
  let payload = encoder.encode(frame);
  for (let each = 1; each < SETTLING_FRAMES; each += 1) payload = encoder.encode(frame);
  silences.set(codec.name, payload);
  return payload;
}
