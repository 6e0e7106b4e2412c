/** A datagram of UDPTL (T.38 Annex C): one packet of the fax, and earlier ones again in case they got lost. */
export interface UdptlPacket {
  readonly sequenceNumber: number;
  readonly primary: Uint8Array;
  /** The newest first: those just before `primary`. */
  readonly earlier: readonly Uint8Array[];
}

/** No network carries more in one piece, and no fax needs it. */
const MAX_BYTES = 2_048;
/** T.38 packets hold a fraction of a second of a fax: some hundred bytes. */
const MAX_PACKET_BYTES = 1_400;
const MAX_EARLIER = 16;
const ONE_BYTE_LENGTHS = 0x80;
const FORWARD_CORRECTION = 0x80;

/** Undefined for whatever is not a whole datagram to its last byte: anyone may have sent it. */
export function parseUdptl(data: Uint8Array): UdptlPacket | undefined {
  if (data.length < 5 || data.length > MAX_BYTES) return undefined;
  const reader = new FieldReader(data, 2);
  const primary = reader.field();
  const correction = reader.byte();
  if (!primary || primary.length === 0 || correction === undefined) return undefined;
  const sequenceNumber = ((data[0] ?? 0) << 8) | (data[1] ?? 0);
  // Repairs by exclusive-or were never agreed on; the packet itself is good.
  if (correction & FORWARD_CORRECTION) return { sequenceNumber, primary, earlier: [] };
  const earlier = readEarlier(reader);
  return earlier && reader.isAtEnd ? { sequenceNumber, primary, earlier } : undefined;
}

function readEarlier(reader: FieldReader): readonly Uint8Array[] | undefined {
  const count = reader.length();
  if (count === undefined || count > MAX_EARLIER) return undefined;
  const earlier: Uint8Array[] = [];
  for (let index = 0; index < count; index += 1) {
    const field = reader.field();
    if (!field) return undefined;
    earlier.push(field);
  }
  return earlier;
}

export function formatUdptl({ sequenceNumber, primary, earlier }: UdptlPacket): Uint8Array {
  const bytes = udptlBytes(primary, earlier);
  const data = new Uint8Array(bytes);
  data[0] = sequenceNumber >>> 8;
  data[1] = sequenceNumber;
  let at = writeField(data, 2, primary);
  data[at] = 0;
  data[at + 1] = earlier.length;
  at += 2;
  for (const field of earlier) at = writeField(data, at, field);
  return data;
}

/** Of the datagram that would come of it. */
export function udptlBytes(primary: Uint8Array, earlier: readonly Uint8Array[]): number {
  return earlier.reduce((sum, field) => sum + fieldBytes(field), 4 + fieldBytes(primary));
}

const lengthBytes = (length: number): number => (length < ONE_BYTE_LENGTHS ? 1 : 2);
const fieldBytes = ({ length }: Uint8Array): number => lengthBytes(length) + length;

function writeField(data: Uint8Array, start: number, field: Uint8Array): number {
  let at = start;
  if (field.length >= ONE_BYTE_LENGTHS) {
    data[at] = 0x80 | (field.length >>> 8);
    at += 1;
  }
  data[at] = field.length;
  data.set(field, at + 1);
  return at + 1 + field.length;
}

/** Reads what packed encoding rules (X.691) make of octet strings: a length in one or two bytes, and the bytes. */
class FieldReader {
  readonly #data: Uint8Array;
  #at: number;

  constructor(data: Uint8Array, at: number) {
    this.#data = data;
    this.#at = at;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#data.length;
  }

  byte(): number | undefined {
    const value = this.#data[this.#at];
    this.#at += 1;
    return value;
  }

  length(): number | undefined {
    const first = this.byte();
    if (first === undefined || first < ONE_BYTE_LENGTHS) return first;
    const second = this.byte();
    // Lengths beyond 16,383 come in pieces; nothing here is so long.
    if (second === undefined || first & 0x40) return undefined;
    return ((first & 0x3f) << 8) | second;
  }

  field(): Uint8Array | undefined {
    const length = this.length();
    if (length === undefined || length > MAX_PACKET_BYTES) return undefined;
    const end = this.#at + length;
    if (end > this.#data.length) return undefined;
    const field = this.#data.subarray(this.#at, end);
    this.#at = end;
    return field;
  }
}
