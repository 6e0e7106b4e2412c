export type DtmfDigit =
  | "0"
  | "1"
  | "2"
  | "3"
  | "4"
  | "5"
  | "6"
  | "7"
  | "8"
  | "9"
  | "*"
  | "#"
  | "A"
  | "B"
  | "C"
  | "D";

const DIGITS = "0123456789*#ABCD";

export const isDtmfDigit = (character: string): character is DtmfDigit =>
  character.length === 1 && DIGITS.includes(character);

/** RFC 4733 §2.3: one moment of an event. Duration counts in the RTP clock. */
export interface TelephoneEvent {
  readonly digit: DtmfDigit;
  readonly isEnd: boolean;
  readonly volume: number;
  readonly duration: number;
}

/** Undefined for events that are no keys (flash, modem tones) and for short payloads. */
export function parseTelephoneEvent(payload: Uint8Array): TelephoneEvent | undefined {
  const [event = 255, flags = 0, high = 0, low = 0] = payload;
  const digit = DIGITS[event];
  if (payload.length < 4 || digit === undefined || !isDtmfDigit(digit)) return undefined;
  return { digit, isEnd: (flags & 0x80) !== 0, volume: flags & 0x3f, duration: (high << 8) | low };
}

export function serializeTelephoneEvent({ digit, isEnd, volume, duration }: TelephoneEvent): Uint8Array {
  const length = Math.min(0xffff, duration);
  return Uint8Array.of(DIGITS.indexOf(digit), (isEnd ? 0x80 : 0) | volume, length >> 8, length & 0xff);
}
