import { opusDurationMs } from "../codecs/opus-packet.ts";

/** Opus in Ogg (RFC 7845), one stream, mono: a format any player opens and whose packets go out on a leg as they are. */
export interface OggOpus {
  readonly packets: readonly Uint8Array[];
  /** Audio at the start that is to be thrown away, in samples at 48 kHz. */
  readonly preSkip: number;
}

interface Page {
  readonly isContinued: boolean;
  readonly segments: Uint8Array;
  readonly body: Uint8Array;
  readonly end: number;
}

const PAGE_HEAD_BYTES = 27;
const PACKETS_PER_PAGE = 50;
const OGG_CRC_POLYNOMIAL = 0x04c1_1db7;

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24;
  for (let bit = 0; bit < 8; bit += 1)
    value = value & 0x8000_0000 ? (value << 1) ^ OGG_CRC_POLYNOMIAL : value << 1;
  return value >>> 0;
});

function checksum(data: Uint8Array): number {
  let value = 0;
  for (const byte of data) value = (value << 8) ^ (CRC_TABLE[((value >>> 24) ^ byte) & 0xff] ?? 0);
  return value >>> 0;
}

/** Undefined for what is not Ogg Opus. A file cut off in the middle gives what it holds. */
export function parseOggOpus(file: Uint8Array): OggOpus | undefined {
  const all = readPackets(file);
  const [head, , ...packets] = all;
  if (!head || head.length < 19 || text(head, 8) !== "OpusHead") return undefined;
  return { packets, preSkip: (head[10] ?? 0) | ((head[11] ?? 0) << 8) };
}

function readPackets(file: Uint8Array): Uint8Array[] {
  const packets: Uint8Array[] = [];
  let partial: Uint8Array[] = [];
  for (let page = readPage(file, 0); page; page = readPage(file, page.end)) {
    if (!page.isContinued) partial = [];
    let at = 0;
    let start = 0;
    for (const length of page.segments) {
      at += length;
      // A segment of 255 bytes says that the packet goes on in the next one.
      if (length === 255) continue;
      packets.push(joined([...partial, page.body.subarray(start, at)]));
      partial = [];
      start = at;
    }
    if (start < at) partial.push(page.body.subarray(start, at));
  }
  return packets;
}

function readPage(file: Uint8Array, at: number): Page | undefined {
  if (at + PAGE_HEAD_BYTES > file.length || text(file.subarray(at), 4) !== "OggS") return undefined;
  const count = file[at + 26] ?? 0;
  const bodyAt = at + PAGE_HEAD_BYTES + count;
  const segments = file.subarray(at + PAGE_HEAD_BYTES, bodyAt);
  const end = bodyAt + segments.reduce((sum, length) => sum + length, 0);
  if (end > file.length) return undefined;
  const isContinued = ((file[at + 5] ?? 0) & 1) !== 0;
  return { isContinued, segments, body: file.subarray(bodyAt, end), end };
}

export function serializeOggOpus({ packets, preSkip }: OggOpus, serial: number): Uint8Array {
  const pages = [page([opusHead(preSkip)], 0, 2, 0, serial), page([opusTags()], 0, 0, 1, serial)];
  let position = 0;
  for (let at = 0; at < packets.length; at += PACKETS_PER_PAGE) {
    const some = packets.slice(at, at + PACKETS_PER_PAGE);
    position += some.reduce((sum, packet) => sum + opusDurationMs(packet) * 48, 0);
    const isLast = at + PACKETS_PER_PAGE >= packets.length;
    pages.push(page(some, position, isLast ? 4 : 0, pages.length, serial));
  }
  return joined(pages);
}

function page(
  packets: readonly Uint8Array[],
  position: number,
  flags: number,
  index: number,
  serial: number,
): Uint8Array {
  const segments = packets.flatMap(({ length }) => [
    ...Array<number>(Math.floor(length / 255)).fill(255),
    length % 255,
  ]);
  const data = joined([new Uint8Array(PAGE_HEAD_BYTES), Uint8Array.from(segments), ...packets]);
  const view = new DataView(data.buffer);
  data.set([0x4f, 0x67, 0x67, 0x53, 0, flags]);
  view.setBigUint64(6, BigInt(position), true);
  view.setUint32(14, serial, true);
  view.setUint32(18, index, true);
  data[26] = segments.length;
  view.setUint32(22, checksum(data), true);
  return data;
}

function opusHead(preSkip: number): Uint8Array {
  const head = new Uint8Array(19);
  const view = new DataView(head.buffer);
  head.set([..."OpusHead"].map((character) => character.charCodeAt(0)));
  head.set([1, 1], 8);
  view.setUint16(10, preSkip, true);
  view.setUint32(12, 16_000, true);
  return head;
}

function opusTags(): Uint8Array {
  const vendor = [..."Offhook"].map((character) => character.charCodeAt(0));
  const name = [..."OpusTags"].map((character) => character.charCodeAt(0));
  return Uint8Array.from([...name, vendor.length, 0, 0, 0, ...vendor, 0, 0, 0, 0]);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const text = (data: Uint8Array, length: number): string => String.fromCharCode(...data.subarray(0, length));
