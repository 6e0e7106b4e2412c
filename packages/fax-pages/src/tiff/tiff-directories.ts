/** A field's values, or undefined where it is missing. */
export type TiffFields = ReadonlyMap<number, readonly number[]>;

export const TAGS = {
  newSubfileType: 254,
  width: 256,
  height: 257,
  bitsPerSample: 258,
  compression: 259,
  photometric: 262,
  fillOrder: 266,
  stripOffsets: 273,
  orientation: 274,
  samplesPerPixel: 277,
  rowsPerStrip: 278,
  stripByteCounts: 279,
  xResolution: 282,
  yResolution: 283,
  t4Options: 292,
  t6Options: 293,
  resolutionUnit: 296,
  pageNumber: 297,
  tileWidth: 322,
  badFaxLines: 326,
  cleanFaxData: 327,
} as const;

const SIZES: Readonly<Record<number, number>> = { 1: 1, 3: 2, 4: 4, 5: 8 };
/** Strips of one row each, of the longest page there is, and some more. */
const MAX_VALUES = 100_000;

/**
 * The pages of a TIFF as they are described, before anything is decoded. Throws for what is no TIFF; a list of pages
 * that breaks off or runs in a circle ends there, and `isBroken` says so.
 */
export function tiffDirectories(
  bytes: Uint8Array,
  maxPages: number,
): { readonly pages: readonly TiffFields[]; readonly isBroken: boolean } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const mark = bytes.length < 8 ? 0 : view.getUint16(0);
  if (mark !== 0x4949 && mark !== 0x4d4d) throw new RangeError("This is no TIFF");
  const isLittle = mark === 0x4949;
  if (view.getUint16(2, isLittle) !== 42) throw new RangeError("This is no TIFF");
  const pages: TiffFields[] = [];
  const seen = new Set<number>();
  let at = view.getUint32(4, isLittle);
  while (at !== 0) {
    if (seen.has(at) || at + 2 > bytes.length) return { pages, isBroken: true };
    seen.add(at);
    const count = view.getUint16(at, isLittle);
    const end = at + 2 + count * 12;
    if (end + 4 > bytes.length) return { pages, isBroken: true };
    pages.push(readFields(view, at + 2, count, isLittle));
    if (pages.length > maxPages) return { pages, isBroken: false };
    at = view.getUint32(end, isLittle);
  }
  return { pages, isBroken: false };
}

function readFields(view: DataView, start: number, count: number, isLittle: boolean): TiffFields {
  const fields = new Map<number, readonly number[]>();
  for (let at = start; at < start + count * 12; at += 12) {
    const [type, length] = [view.getUint16(at + 2, isLittle), view.getUint32(at + 4, isLittle)];
    const size = SIZES[type];
    if (size === undefined || length > MAX_VALUES) continue;
    const from = size * length <= 4 ? at + 8 : view.getUint32(at + 8, isLittle);
    if (from + size * length > view.byteLength) continue;
    const values: number[] = [];
    for (let each = 0; each < length; each++)
      values.push(readValue(view, type, from + each * size, isLittle));
    fields.set(view.getUint16(at, isLittle), values);
  }
  return fields;
}

function readValue(view: DataView, type: number, at: number, isLittle: boolean): number {
  if (type === 1) return view.getUint8(at);
  if (type === 3) return view.getUint16(at, isLittle);
  const value = view.getUint32(at, isLittle);
  if (type === 4) return value;
  const divisor = view.getUint32(at + 4, isLittle);
  return divisor === 0 ? 0 : value / divisor;
}
