import type { SdpCodec } from "./sdp-codecs.ts";

const codec = (payloadType: number, name: string, clockRate: number, parameters?: string): SdpCodec => ({
  payloadType,
  name,
  clockRate,
  channels: 1,
  parameters,
});

/** What we speak, as our own offers number it. G.722 has the clock of a mistake that became law (RFC 3551 §4.5.2). */
export const AUDIO_CODECS = {
  opus: { ...codec(111, "opus", 48_000, "minptime=10;useinbandfec=1"), channels: 2 },
  G722: codec(9, "G722", 8_000),
  PCMU: codec(0, "PCMU", 8_000),
  PCMA: codec(8, "PCMA", 8_000),
} as const satisfies Readonly<Record<string, SdpCodec>>;

export type AudioCodecName = keyof typeof AUDIO_CODECS;

/** The keys of a telephone (RFC 4733). */
export const TELEPHONE_EVENT: SdpCodec = codec(101, "telephone-event", 8_000, "0-15");

/** Which of ours a codec of a description is, however its name is spelled there. */
export function audioCodecNamed(name: string): AudioCodecName | undefined {
  const names = Object.keys(AUDIO_CODECS) as AudioCodecName[];
  return names.find((each) => each.toLowerCase() === name.toLowerCase());
}
