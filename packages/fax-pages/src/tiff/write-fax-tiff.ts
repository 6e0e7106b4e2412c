import { TAGS } from "./tiff-directories.ts";

/** A page with its rows packed by T.6. */
export interface PackedPage {
  readonly width: number;
  readonly height: number;
  readonly dpiX: number;
  readonly dpiY: number;
  readonly g4: Uint8Array;
}

const [SHORT, LONG, RATIONAL] = [3, 4, 5];
const G4 = 4;
const PAGE_OF_MANY = 2;
const HEADER_BYTES = 8;

type Field = readonly [tag: number, type: number, value: number];

/** Many pages, one strip each: what every fax program reads (TIFF 6, class F). */
export function writeFaxTiff(pages: readonly PackedPage[]): Uint8Array<ArrayBuffer> {
  const sizes = pages.map(({ g4 }) => directoryBytes() + evenLength(g4));
  const file = new Uint8Array(HEADER_BYTES + sizes.reduce((sum, size) => sum + size, 0));
  const view = new DataView(file.buffer);
  view.setUint16(0, 0x4949);
  view.setUint16(2, 42, true);
  view.setUint32(4, pages.length > 0 ? HEADER_BYTES : 0, true);
  let at = HEADER_BYTES;
  for (const [index, page] of pages.entries()) {
    const data = at + directoryBytes();
    const next = index + 1 < pages.length ? data + evenLength(page.g4) : 0;
    writeDirectory(view, at, page, { index, count: pages.length, data, next });
    file.set(page.g4, data);
    at = data + evenLength(page.g4);
  }
  return file;
}

/** Directories must begin at even places. */
const evenLength = (bytes: Uint8Array): number => bytes.length + (bytes.length & 1);

const FIELDS = 17;
const RATIONAL_BYTES = 16;
const directoryBytes = (): number => 2 + FIELDS * 12 + 4 + RATIONAL_BYTES;

function writeDirectory(
  view: DataView,
  at: number,
  { width, height, dpiX, dpiY, g4 }: PackedPage,
  place: { readonly index: number; readonly count: number; readonly data: number; readonly next: number },
): void {
  const rationals = at + 2 + FIELDS * 12 + 4;
  const fields: readonly Field[] = [
    [TAGS.newSubfileType, LONG, PAGE_OF_MANY],
    [TAGS.width, LONG, width],
    [TAGS.height, LONG, height],
    [TAGS.bitsPerSample, SHORT, 1],
    [TAGS.compression, SHORT, G4],
    [TAGS.photometric, SHORT, 0],
    [TAGS.fillOrder, SHORT, 1],
    [TAGS.stripOffsets, LONG, place.data],
    [TAGS.orientation, SHORT, 1],
    [TAGS.samplesPerPixel, SHORT, 1],
    [TAGS.rowsPerStrip, LONG, height],
    [TAGS.stripByteCounts, LONG, g4.length],
    [TAGS.xResolution, RATIONAL, rationals],
    [TAGS.yResolution, RATIONAL, rationals + 8],
    [TAGS.t6Options, LONG, 0],
    [TAGS.resolutionUnit, SHORT, 2],
    // Two numbers in one field: which page, and of how many.
    [TAGS.pageNumber, SHORT, place.index | (place.count << 16)],
  ];
  view.setUint16(at, FIELDS, true);
  for (const [index, [tag, type, value]] of fields.entries()) {
    const field = at + 2 + index * 12;
    view.setUint16(field, tag, true);
    view.setUint16(field + 2, type, true);
    view.setUint32(field + 4, tag === TAGS.pageNumber ? 2 : 1, true);
    view.setUint32(field + 8, value, true);
  }
  view.setUint32(at + 2 + FIELDS * 12, place.next, true);
  for (const [index, dpi] of [dpiX, dpiY].entries()) {
    view.setUint32(rationals + index * 8, Math.round(dpi * 100), true);
    view.setUint32(rationals + index * 8 + 4, 100, true);
  }
}
