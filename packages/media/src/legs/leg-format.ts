import type { AudioCodec } from "../codecs/audio-codec.ts";

/** What offer and answer settled for a leg. */
export interface LegFormat {
  readonly codec: AudioCodec;
  readonly payloadType: number;
  readonly telephoneEvent: { readonly payloadType: number; readonly clockRate: number } | undefined;
  /** Id of the audio-level header extension, where the far end sends it. */
  readonly audioLevelId: number | undefined;
}

export function isSameFormat(one: LegFormat, other: LegFormat): boolean {
  return (
    one.codec === other.codec &&
    one.payloadType === other.payloadType &&
    one.telephoneEvent?.payloadType === other.telephoneEvent?.payloadType &&
    one.telephoneEvent?.clockRate === other.telephoneEvent?.clockRate &&
    one.audioLevelId === other.audioLevelId
  );
}
