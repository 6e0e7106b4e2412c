import { withBitsReversed } from "../ccitt/bit-reader.ts";
import { type CcittShape, decodeCcitt } from "../ccitt/decode-ccitt.ts";
import { FAX_DPI_X, FAX_DPI_Y, type PageBits, strideOf } from "../page-bits.ts";
import { TAGS, type TiffFields } from "./tiff-directories.ts";

const INCHES = 2;
const CENTIMETERS = 3;
const CM_PER_INCH = 2.54;
const SCHEMES: Readonly<Record<number, CcittShape["scheme"]>> = { 2: "runs", 3: "g3", 4: "g4" };

export interface FaxPage {
  readonly bits: PageBits;
  readonly isDamaged: boolean;
}

const first = (fields: TiffFields, tag: number, otherwise: number): number =>
  fields.get(tag)?.[0] ?? otherwise;

/** Width and height as the page says. */
export const sizeOf = (fields: TiffFields): { width: number; height: number } => ({
  width: first(fields, TAGS.width, 0),
  height: first(fields, TAGS.height, 0),
});

/** Dots an inch in both directions; a fax page that does not say is told by its shape. */
export function dpiOf(fields: TiffFields): { dpiX: number; dpiY: number } {
  const { width, height } = sizeOf(fields);
  const factor = first(fields, TAGS.resolutionUnit, INCHES) === CENTIMETERS ? CM_PER_INCH : 1;
  const [x, y] = [first(fields, TAGS.xResolution, 0) * factor, first(fields, TAGS.yResolution, 0) * factor];
  if (x > 1 && y > 1) return { dpiX: x, dpiY: y };
  const isFine = height > width;
  return { dpiX: FAX_DPI_X, dpiY: isFine ? FAX_DPI_Y.fine : FAX_DPI_Y.normal };
}

/** Undefined for a page that is no fax: in color, tiled, or packed in another way. */
export function readFaxPage(bytes: Uint8Array, fields: TiffFields): FaxPage | undefined {
  const scheme = schemeOf(fields);
  const { width, height } = sizeOf(fields);
  const isFax =
    first(fields, TAGS.bitsPerSample, 1) === 1 &&
    first(fields, TAGS.samplesPerPixel, 1) === 1 &&
    first(fields, TAGS.orientation, 1) === 1 &&
    !fields.has(TAGS.tileWidth);
  if (!isFax || !scheme || width < 1 || height < 1) return undefined;
  const stride = strideOf(width);
  const rows = new Uint8Array(stride * height);
  const stripRows = Math.min(height, first(fields, TAGS.rowsPerStrip, height)) || height;
  let badRows = 0;
  for (let top = 0, strip = 0; top < height; top += stripRows, strip++) {
    const shape = { scheme, width, height: Math.min(stripRows, height - top) };
    const decoded = decodeCcitt(stripOf(bytes, fields, strip), shape);
    rows.set(decoded.rows, top * stride);
    badRows += decoded.badRows;
  }
  // Photometric 1 means that 0 is black: of fax data only odd programs say so.
  if (first(fields, TAGS.photometric, 0) === 1) for (const [at, byte] of rows.entries()) rows[at] = ~byte;
  const isDamaged =
    badRows > 0 || first(fields, TAGS.badFaxLines, 0) > 0 || first(fields, TAGS.cleanFaxData, 0) > 0;
  return { bits: { width, height, rows, ...dpiOf(fields) }, isDamaged };
}

function schemeOf(fields: TiffFields): CcittShape["scheme"] | undefined {
  const scheme = SCHEMES[first(fields, TAGS.compression, 1)];
  return scheme === "g3" && first(fields, TAGS.t4Options, 0) & 1 ? "g3-2d" : scheme;
}

function stripOf(bytes: Uint8Array, fields: TiffFields, strip: number): Uint8Array {
  const from = fields.get(TAGS.stripOffsets)?.[strip] ?? bytes.length;
  const length = fields.get(TAGS.stripByteCounts)?.[strip] ?? 0;
  const packed = bytes.subarray(from, from + length);
  return first(fields, TAGS.fillOrder, 1) === 2 ? withBitsReversed(packed) : packed;
}
