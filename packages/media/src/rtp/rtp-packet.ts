export interface RtpExtension {
  /** 0xBEDE for one-byte elements, 0x100x for two-byte elements (RFC 8285). */
  readonly profile: number;
  readonly data: Uint8Array;
}

export interface RtpHeader {
  readonly payloadType: number;
  readonly marker: boolean;
  readonly sequenceNumber: number;
  readonly timestamp: number;
  readonly ssrc: number;
}

export interface RtpPacket extends RtpHeader {
  readonly csrcs: readonly number[];
  readonly extension?: RtpExtension;
  readonly payload: Uint8Array;
  /** Where nothing but the payload follows the fixed header: the bytes as they came, to be sent on with another header. */
  readonly wire?: Uint8Array;
}

export const RTP_HEADER_BYTES = 12;
const NO_CSRCS: readonly number[] = [];

const u16 = (data: Uint8Array, at: number): number => ((data[at] ?? 0) << 8) | (data[at + 1] ?? 0);
const u32 = (data: Uint8Array, at: number): number => ((u16(data, at) << 16) | u16(data, at + 2)) >>> 0;

/** RFC 5761 §4: on a shared port the second byte tells control packets from audio. */
export function isRtcp(data: Uint8Array): boolean {
  const type = data[1] ?? 0;
  return type >= 192 && type <= 223;
}

/** Undefined for whatever is not a whole RTP packet: this reads bytes that anyone may have sent. */
export function parseRtpPacket(data: Uint8Array): RtpPacket | undefined {
  const first = data[0] ?? 0;
  const second = data[1] ?? 0;
  if (data.length < RTP_HEADER_BYTES || first >> 6 !== 2) return undefined;

  if (first === 0x80) return new PlainPacket(data);
  const csrcCount = first & 0x0f;
  let start = RTP_HEADER_BYTES + 4 * csrcCount;
  let extension: RtpExtension | undefined;
  if (first & 0x10) {
    if (start + 4 > data.length) return undefined;
    const end = start + 4 + 4 * u16(data, start + 2);
    extension = { profile: u16(data, start), data: data.subarray(start + 4, end) };
    start = end;
  }
  const padding = first & 0x20 ? (data[data.length - 1] ?? 0) : 0;
  const end = data.length - padding;
  // A padding count of zero with the padding bit set is as broken as one larger than the packet.
  if (start > end || (first & 0x20 && padding === 0)) return undefined;

  return {
    payloadType: second & 0x7f,
    marker: (second & 0x80) !== 0,
    sequenceNumber: u16(data, 2),
    timestamp: u32(data, 4),
    ssrc: u32(data, 8),
    csrcs: csrcCount === 0 ? NO_CSRCS : readCsrcs(data, csrcCount),
    ...(extension && { extension }),
    payload: data.subarray(start, end),
  };
}

/** Nearly every packet: no padding, no extension, no contributing sources. */
class PlainPacket implements RtpPacket {
  readonly payloadType: number;
  readonly marker: boolean;
  readonly sequenceNumber: number;
  readonly timestamp: number;
  readonly ssrc: number;
  readonly wire: Uint8Array;

  constructor(wire: Uint8Array) {
    const second = wire[1] ?? 0;
    this.payloadType = second & 0x7f;
    this.marker = (second & 0x80) !== 0;
    this.sequenceNumber = u16(wire, 2);
    this.timestamp = u32(wire, 4);
    this.ssrc = u32(wire, 8);
    this.wire = wire;
  }

  get csrcs(): readonly number[] {
    return NO_CSRCS;
  }

  /** Made on demand: a view of its own would be the largest cost of a packet that is passed on. */
  get payload(): Uint8Array {
    return this.wire.subarray(RTP_HEADER_BYTES);
  }
}

export function payloadLength(packet: RtpPacket): number {
  return packet.wire ? packet.wire.length - RTP_HEADER_BYTES : packet.payload.length;
}

function readCsrcs(data: Uint8Array, count: number): number[] {
  return Array.from({ length: count }, (_, index) => u32(data, RTP_HEADER_BYTES + 4 * index));
}

/** Writes the fixed header; the payload goes to `RTP_HEADER_BYTES`. The relay's hot path: no object is made. */
export function writeRtpHeader(target: Uint8Array, header: RtpHeader): void {
  const { payloadType, marker, sequenceNumber, timestamp, ssrc } = header;
  target[0] = 0x80;
  target[1] = (marker ? 0x80 : 0) | payloadType;
  writeU16(target, 2, sequenceNumber);
  writeU32(target, 4, timestamp);
  writeU32(target, 8, ssrc);
}

export function serializeRtpPacket(packet: RtpPacket, paddingBytes = 0): Uint8Array {
  const { csrcs, extension, payload } = packet;
  const extensionWords = extension ? Math.ceil(extension.data.length / 4) : 0;
  const extensionBytes = extension ? 4 + 4 * extensionWords : 0;
  const start = RTP_HEADER_BYTES + 4 * csrcs.length + extensionBytes;
  const data = new Uint8Array(start + payload.length + paddingBytes);
  writeRtpHeader(data, packet);
  data[0] = 0x80 | (paddingBytes > 0 ? 0x20 : 0) | (extension ? 0x10 : 0) | csrcs.length;
  csrcs.forEach((csrc, index) => {
    writeU32(data, RTP_HEADER_BYTES + 4 * index, csrc);
  });
  if (extension) {
    const at = start - extensionBytes;
    writeU16(data, at, extension.profile);
    writeU16(data, at + 2, extensionWords);
    data.set(extension.data, at + 4);
  }
  data.set(payload, start);
  if (paddingBytes > 0) data[data.length - 1] = paddingBytes;
  return data;
}

function writeU16(target: Uint8Array, at: number, value: number): void {
  target[at] = value >>> 8;
  target[at + 1] = value;
}

function writeU32(target: Uint8Array, at: number, value: number): void {
  target[at] = value >>> 24;
  target[at + 1] = value >>> 16;
  target[at + 2] = value >>> 8;
  target[at + 3] = value;
}
