import type { RtpExtension } from "./rtp-packet.ts";

export interface AudioLevel {
  /** The sender's own judgment whether this packet holds speech. */
  readonly isVoice: boolean;
  /** 0 is as loud as can be, 127 is digital silence: decibels below overload. */
  readonly belowOverloadDb: number;
}

/** Client-to-mixer audio level, RFC 6464: it lets the mixer skip a silent leg without decoding it. */
export function readAudioLevel(extension: RtpExtension | undefined, id: number): AudioLevel | undefined {
  if (!extension) return undefined;
  const value = findElement(extension, id);
  return value === undefined ? undefined : { isVoice: (value & 0x80) !== 0, belowOverloadDb: value & 0x7f };
}

function findElement({ profile, data }: RtpExtension, id: number): number | undefined {
  const isOneByte = profile === 0xbede;
  if (!isOneByte && profile >> 4 !== 0x100) return undefined;
  let at = 0;
  while (at < data.length) {
    const head = data[at] ?? 0;
    // RFC 8285 §4.1: a zero byte is padding between elements.
    if (head === 0) {
      at += 1;
      continue;
    }
    const elementId = isOneByte ? head >> 4 : head;
    const length = isOneByte ? (head & 0x0f) + 1 : (data[at + 1] ?? 0);
    const start = at + (isOneByte ? 1 : 2);
    if (elementId === id && length >= 1) return data[start];
    at = start + length;
  }
  return undefined;
}
