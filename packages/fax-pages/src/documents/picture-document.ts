import sharp, { type Metadata, type Sharp } from "sharp";
import { FaxDocumentError, MAX_PICTURE_PIXELS } from "../fax-document-error.ts";
import { MAX_PAGE_RATIO, type PageShape } from "../pictures/place-page.ts";
import type { OpenDocument, PageDrawing } from "./open-document.ts";

/** Pictures of screens say nothing about their size: so large they are drawn, and not larger. */
const SCREEN_DPI = 96;
/** A photo of a letter says 72 and means nothing by it. */
const LARGEST_SCALE = 2;

const open = (bytes: Uint8Array): Sharp =>
  sharp(bytes, { limitInputPixels: MAX_PICTURE_PIXELS, failOn: "error", sequentialRead: true });

/** The first picture of the file, as it is meant to be looked at. */
export async function openPicture(bytes: Uint8Array): Promise<OpenDocument> {
  const metadata = await open(bytes).metadata().catch(refuse);
  const { width, height } = metadata.autoOrient;
  requireDrawable(metadata, width / height);
  return new PictureDocument(bytes, {
    widthInches: width / SCREEN_DPI,
    heightInches: height / SCREEN_DPI,
    maxScale: LARGEST_SCALE,
  });
}

export function requireDrawable({ width, height }: Pick<Metadata, "width" | "height">, ratio: number): void {
  if (width * height > MAX_PICTURE_PIXELS) throw new FaxDocumentError("tooManyPixels");
  if (!(ratio < MAX_PAGE_RATIO && ratio > 1 / MAX_PAGE_RATIO)) throw new FaxDocumentError("broken");
}

/** What sharp throws. */
function refuse(error: unknown): never {
  const isTooLarge = error instanceof Error && error.message.includes("pixel limit");
  throw new FaxDocumentError(isTooLarge ? "tooManyPixels" : "broken", { cause: error });
}

class PictureDocument implements OpenDocument {
  readonly pageCount = 1;
  readonly #bytes: Uint8Array;
  readonly #shape: PageShape;

  constructor(bytes: Uint8Array, shape: PageShape) {
    this.#bytes = bytes;
    this.#shape = shape;
  }

  shapeOf(): PageShape {
    return this.#shape;
  }

  draw(drawing: PageDrawing): Promise<Uint8Array> {
    return drawGray(open(this.#bytes).autoOrient(), drawing);
  }

  wordsOf(): string {
    return "";
  }

  faxBitsOf(): undefined {
    return undefined;
  }
}

/** `width` and `height` are those after turning. */
export async function drawGray(
  picture: Sharp,
  { rotate, width, height }: Omit<PageDrawing, "page">,
): Promise<Uint8Array> {
  const isTurned = rotate === 90 || rotate === 270;
  const resized = await picture
    .flatten({ background: "white" })
    .resize(isTurned ? height : width, isTurned ? width : height, { fit: "fill" })
    .toColourspace("b-w")
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true })
    .catch(refuse);
  if (rotate === 0) return resized.data;
  const { width: rawWidth, height: rawHeight, channels } = resized.info;
  return sharp(resized.data, { raw: { width: rawWidth, height: rawHeight, channels } })
    .rotate(rotate)
    .toColourspace("b-w")
    .raw({ depth: "uchar" })
    .toBuffer();
}
