import { encodeG4 } from "./ccitt/encode-g4.ts";
import type { JobPart, JobSources } from "./document-jobs.ts";
import { loadDocument } from "./documents/load-document.ts";
import type { OpenDocument } from "./documents/open-document.ts";
import { openPdf } from "./documents/pdf-document.ts";
import { FaxDocumentError } from "./fax-document-error.ts";
import {
  FAX_DPI_X,
  FAX_DPI_Y,
  FAX_WIDTH,
  type PageBits,
  type PageResolution,
  strideOf,
} from "./page-bits.ts";
import { dither } from "./pictures/dither.ts";
import { placePage, type Rotation } from "./pictures/place-page.ts";
import { whitenPaper } from "./pictures/whiten-paper.ts";
import type { PackedPage } from "./tiff/write-fax-tiff.ts";

/** Resolutions are written in many ways: 203, 204, 7.7 lines a millimeter. */
const SAME = 0.05;

const isNear = (one: number, other: number): boolean => Math.abs(one / other - 1) < SAME;

/** Files opened once, however many of their pages are wanted. */
export class PartRenderer {
  readonly #sources: JobSources;
  readonly #opened = new Map<number, Promise<OpenDocument>>();
  #covers: Promise<OpenDocument> | undefined;

  constructor(sources: JobSources) {
    this.#sources = sources;
  }

  async render(part: JobPart, resolution: PageResolution): Promise<PageBits> {
    const { document, page } = await this.#open(part);
    return renderPage(document, page, "cover" in part ? 0 : part.rotate, resolution);
  }

  /** The text layer of the page, for search; empty where there is none. */
  async wordsOf(part: JobPart): Promise<string> {
    const { document, page } = await this.#open(part);
    return document.wordsOf(page);
  }

  /** The page counts from 0 there. */
  async #open(part: JobPart): Promise<{ readonly document: OpenDocument; readonly page: number }> {
    const document = await ("cover" in part ? this.#allCovers() : this.#documentOf(part.file));
    const page = "cover" in part ? part.cover : part.page - 1;
    if (page < 0 || page >= document.pageCount) throw new FaxDocumentError("noSuchPage");
    return { document, page };
  }

  /** Fonts take longer to read than a cover to draw: all covers are pages of one document. */
  #allCovers(): Promise<OpenDocument> {
    this.#covers ??= (async () => {
      // Loaded when it is needed: the library that writes takes longer to load than a page to draw.
      const { coversToPdf } = await import("./covers/draw-cover.ts");
      return openPdf(await coversToPdf(this.#sources.covers));
    })();
    return this.#covers;
  }

  #documentOf(index: number): Promise<OpenDocument> {
    const { files, office } = this.#sources;
    const file = files[index];
    if (!file) throw new FaxDocumentError("noSuchPage");
    const opened = this.#opened.get(index) ?? loadDocument(file.bytes, { name: file.name, office });
    this.#opened.set(index, opened);
    return opened;
  }
}

async function renderPage(
  document: OpenDocument,
  page: number,
  rotate: Rotation,
  resolution: PageResolution,
): Promise<PageBits> {
  const dpi = { dpiX: FAX_DPI_X, dpiY: FAX_DPI_Y[resolution] };
  const fax = rotate === 0 ? document.faxBitsOf(page) : undefined;
  // A fax that is sent on stays as it is, dot for dot.
  if (fax?.width === FAX_WIDTH && isNear(fax.dpiX, dpi.dpiX) && isNear(fax.dpiY, dpi.dpiY))
    return { ...fax, ...dpi };
  const { left, top, width, height, rows } = placePage(document.shapeOf(page), rotate, resolution);
  const drawn = whitenPaper(await document.draw({ page, rotate, width, height }));
  const sheet = new Uint8Array(FAX_WIDTH * rows).fill(255);
  for (let y = 0; y < height; y++)
    sheet.set(drawn.subarray(y * width, (y + 1) * width), (top + y) * FAX_WIDTH + left);
  return { width: FAX_WIDTH, height: rows, rows: dither(sheet, FAX_WIDTH, rows), ...dpi };
}

export const packed = (bits: PageBits): PackedPage => {
  const { width, height, dpiX, dpiY } = bits;
  return { width, height, dpiX, dpiY, g4: encodeG4(bits) };
};

/** In place of a page of which nothing could be read. */
export const blankPage = (resolution: PageResolution): PageBits => {
  const dpiY = FAX_DPI_Y[resolution];
  const height = 11 * dpiY;
  return {
    width: FAX_WIDTH,
    height,
    rows: new Uint8Array(strideOf(FAX_WIDTH) * height),
    dpiX: FAX_DPI_X,
    dpiY,
  };
};
