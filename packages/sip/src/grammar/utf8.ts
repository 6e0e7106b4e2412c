const CHUNK = 4096;

/** Turns bytes below 0x80 into text. A platform has a native one that is ten times faster than ours: it is a port. */
export type AsciiDecoder = (bytes: Uint8Array) => string;

export const decodeAscii: AsciiDecoder = (bytes) => {
  let text = "";
  for (let start = 0; start < bytes.length; start += CHUNK) {
    const count = Math.min(CHUNK, bytes.length - start);
    // A plain array: `apply` walks a typed array twice as slowly.
    const codes = new Array<number>(count);
    for (let index = 0; index < count; index += 1) codes[index] = bytes[start + index] ?? 0;
    text += String.fromCharCode.apply(null, codes);
  }
  return text;
};

/**
 * Without loss: a byte that is no UTF-8 becomes the lone surrogate U+DC80 to U+DCFF and `encodeUtf8` writes
 * that byte again, so that a header in an unknown encoding passes through unharmed.
 */
export function decodeUtf8(bytes: Uint8Array): string {
  if (isAscii(bytes)) return decodeAscii(bytes);
  let text = "";
  let units: number[] = [];
  let at = 0;
  while (at < bytes.length) {
    const lead = bytes[at] ?? 0;
    const size = sequenceSize(lead);
    const point = size === 1 ? lead : decodeSequence(bytes, at, size);
    if (point === undefined) {
      units.push(0xdc00 + lead);
      at += 1;
    } else {
      if (point > 0xffff) units.push(0xd7c0 + (point >> 10), 0xdc00 + (point & 0x3ff));
      else units.push(point);
      at += size;
    }
    if (units.length >= CHUNK) {
      text += String.fromCharCode.apply(null, units);
      units = [];
    }
  }
  return text + String.fromCharCode.apply(null, units);
}

function isAscii(bytes: Uint8Array): boolean {
  let seen = 0;
  for (let index = 0; index < bytes.length; index += 1) seen |= bytes[index] ?? 0;
  return seen < 0x80;
}

function sequenceSize(lead: number): number {
  if (lead < 0x80) return 1;
  if (lead >= 0xc2 && lead < 0xe0) return 2;
  if (lead >= 0xe0 && lead < 0xf0) return 3;
  if (lead >= 0xf0 && lead < 0xf5) return 4;
  return 0;
}

const SMALLEST_POINT = [0, 0, 0x80, 0x800, 0x1_0000];

function decodeSequence(bytes: Uint8Array, at: number, size: number): number | undefined {
  if (size === 0 || at + size > bytes.length) return undefined;
  let point = (bytes[at] ?? 0) & (0x7f >> size);
  for (let offset = 1; offset < size; offset += 1) {
    const next = bytes[at + offset] ?? 0;
    if ((next & 0xc0) !== 0x80) return undefined;
    point = (point << 6) | (next & 0x3f);
  }
  const isSurrogate = point >= 0xd800 && point < 0xe000;
  // Overlong forms have been used to smuggle separators past filters.
  const isOverlong = point < (SMALLEST_POINT[size] ?? 0);
  return isSurrogate || isOverlong || point > 0x10_ffff ? undefined : point;
}

const POOL_BYTES = 16_384;
const MAX_POOLED = 4_096;
let pool = new Uint8Array(0);
let poolUsed = 0;

/** Memory of its own for each of many short texts costs more than to fill it: they share larger pieces. */
function take(size: number): Uint8Array {
  if (size > MAX_POOLED) return new Uint8Array(size);
  if (poolUsed + size > pool.length) {
    pool = new Uint8Array(POOL_BYTES);
    poolUsed = 0;
  }
  const bytes = pool.subarray(poolUsed, poolUsed + size);
  poolUsed += size;
  return bytes;
}

export function encodeUtf8(text: string): Uint8Array {
  const bytes = take(text.length);
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code >= 0x80) return encodeWide(text, bytes, index);
    bytes[index] = code;
  }
  return bytes;
}

function encodeWide(text: string, ascii: Uint8Array, from: number): Uint8Array {
  const bytes = new Uint8Array(from + (text.length - from) * 3);
  bytes.set(ascii.subarray(0, from));
  let at = from;
  for (let index = from; index < text.length; index += 1) {
    const point = text.codePointAt(index) ?? 0;
    if (point > 0xffff) index += 1;
    at = writePoint(bytes, at, point);
  }
  return bytes.slice(0, at);
}

function writePoint(bytes: Uint8Array, at: number, point: number): number {
  if (point < 0x80) {
    bytes[at] = point;
    return at + 1;
  }
  if (point >= 0xd800 && point < 0xe000) {
    if (point >= 0xdc80 && point < 0xdd00) {
      bytes[at] = point - 0xdc00;
      return at + 1;
    }
    // Any other lone surrogate has no bytes it could have come from.
    return writePoint(bytes, at, 0xfffd);
  }
  const size = point < 0x800 ? 2 : point < 0x1_0000 ? 3 : 4;
  let rest = point;
  for (let offset = size - 1; offset > 0; offset -= 1) {
    bytes[at + offset] = 0x80 | (rest & 0x3f);
    rest >>= 6;
  }
  bytes[at] = ((0xf00 >> size) & 0xff) | rest;
  return at + size;
}
