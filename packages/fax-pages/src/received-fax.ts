import sharp from "sharp";
import { FaxDocumentError, MAX_DOCUMENT_PAGES, MAX_PICTURE_PIXELS } from "./fax-document-error.ts";
import type { PageBits } from "./page-bits.ts";
import { dither } from "./pictures/dither.ts";
import { blankPage } from "./render-part.ts";
import { dpiOf, type FaxPage, readFaxPage, sizeOf } from "./tiff/fax-tiff.ts";
import { type TiffFields, tiffDirectories } from "./tiff/tiff-directories.ts";

/** Longer than any page of paper; at the most a roll. */
const MAX_ROWS = 30_000;

/** The pages of a fax that came in. Whatever can be shown of it is shown. */
export async function readReceived(
  tiff: Uint8Array,
): Promise<{ readonly pages: readonly PageBits[]; readonly damaged: readonly number[] }> {
  const { pages: directories, isBroken } = directoriesOf(tiff);
  const pages: PageBits[] = [];
  const damaged: number[] = [];
  for (const [index, fields] of directories.slice(0, MAX_DOCUMENT_PAGES).entries()) {
    const page = await readPage(tiff, fields, index);
    pages.push(page.bits);
    if (page.isDamaged) damaged.push(index + 1);
  }
  // What the file breaks off in is lost, and the page before it is where one would look for it.
  if (isBroken && pages.length > 0 && !damaged.includes(pages.length)) damaged.push(pages.length);
  return { pages, damaged };
}

function directoriesOf(tiff: Uint8Array): ReturnType<typeof tiffDirectories> {
  try {
    return tiffDirectories(tiff, MAX_DOCUMENT_PAGES);
  } catch (error) {
    throw new FaxDocumentError("broken", { cause: error });
  }
}

async function readPage(tiff: Uint8Array, fields: TiffFields, page: number): Promise<FaxPage> {
  const { width, height } = sizeOf(fields);
  const isSane = width > 0 && height > 0 && height <= MAX_ROWS && width * height <= MAX_PICTURE_PIXELS;
  if (!isSane) return { bits: blankPage("fine"), isDamaged: true };
  const fax = readFaxPage(tiff, fields);
  if (fax) return fax;
  try {
    const gray = await sharp(tiff, { page, limitInputPixels: MAX_PICTURE_PIXELS })
      .flatten({ background: "white" })
      .toColourspace("b-w")
      .raw({ depth: "uchar" })
      .toBuffer();
    return { bits: { width, height, rows: dither(gray, width, height), ...dpiOf(fields) }, isDamaged: false };
  } catch {
    return { bits: blankPage("fine"), isDamaged: true };
  }
}
