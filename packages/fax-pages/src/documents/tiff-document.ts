import sharp from "sharp";
import { FaxDocumentError, MAX_DOCUMENT_PAGES, MAX_PICTURE_PIXELS } from "../fax-document-error.ts";
import { grayOf, type PageBits } from "../page-bits.ts";
import type { PageShape } from "../pictures/place-page.ts";
import { dpiOf, readFaxPage, sizeOf } from "../tiff/fax-tiff.ts";
import { TAGS, type TiffFields, tiffDirectories } from "../tiff/tiff-directories.ts";
import type { OpenDocument, PageDrawing } from "./open-document.ts";
import { drawGray, requireDrawable } from "./picture-document.ts";

/** All pages together: a few kilobytes can describe 200 pages of 100 megapixels. */
const MAX_TOTAL_PIXELS = 8 * MAX_PICTURE_PIXELS;
const LARGEST_SCALE = 2;
/** Turned or mirrored on the side: width and height change places. */
const SIDEWAYS_FROM = 5;

export async function openTiff(bytes: Uint8Array): Promise<OpenDocument> {
  const pages = directories(bytes);
  if (pages.length === 0) throw new FaxDocumentError("broken");
  if (pages.length > MAX_DOCUMENT_PAGES) throw new FaxDocumentError("tooManyPages");
  let total = 0;
  for (const fields of pages) {
    const size = sizeOf(fields);
    requireDrawable(size, size.width / size.height);
    total += size.width * size.height;
  }
  if (total > MAX_TOTAL_PIXELS) throw new FaxDocumentError("tooManyPixels");
  return new TiffDocument(bytes, pages);
}

function directories(bytes: Uint8Array): readonly TiffFields[] {
  try {
    return tiffDirectories(bytes, MAX_DOCUMENT_PAGES).pages;
  } catch (error) {
    throw new FaxDocumentError("broken", { cause: error });
  }
}

class TiffDocument implements OpenDocument {
  readonly #bytes: Uint8Array;
  readonly #pages: readonly TiffFields[];

  constructor(bytes: Uint8Array, pages: readonly TiffFields[]) {
    this.#bytes = bytes;
    this.#pages = pages;
  }

  get pageCount(): number {
    return this.#pages.length;
  }

  shapeOf(page: number): PageShape {
    const fields = this.#fieldsOf(page);
    const [{ width, height }, { dpiX, dpiY }] = [sizeOf(fields), dpiOf(fields)];
    const [widthInches, heightInches] = [width / dpiX, height / dpiY];
    const isSideways = (fields.get(TAGS.orientation)?.[0] ?? 1) >= SIDEWAYS_FROM;
    const size = isSideways ? [heightInches, widthInches] : [widthInches, heightInches];
    const [w = 1, h = 1] = size;
    return readFaxShape(fields)
      ? { widthInches: w, heightInches: h }
      : { widthInches: w, heightInches: h, maxScale: LARGEST_SCALE };
  }

  async draw({ page, ...drawing }: PageDrawing): Promise<Uint8Array> {
    const fax = readFaxPage(this.#bytes, this.#fieldsOf(page));
    if (fax) {
      const { width, height } = fax.bits;
      return drawGray(sharp(grayOf(fax.bits), { raw: { width, height, channels: 1 } }), drawing);
    }
    const picture = sharp(this.#bytes, { page, limitInputPixels: MAX_PICTURE_PIXELS, failOn: "error" });
    return drawGray(picture.autoOrient(), drawing);
  }

  wordsOf(): string {
    return "";
  }

  faxBitsOf(page: number): PageBits | undefined {
    return readFaxPage(this.#bytes, this.#fieldsOf(page))?.bits;
  }

  #fieldsOf(page: number): TiffFields {
    const fields = this.#pages[page];
    if (!fields) throw new FaxDocumentError("noSuchPage");
    return fields;
  }
}

/** One bit a dot: a scan or a fax, which is a whole sheet. */
const readFaxShape = (fields: TiffFields): boolean => (fields.get(TAGS.bitsPerSample)?.[0] ?? 1) === 1;
