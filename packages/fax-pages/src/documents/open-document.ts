import type { PageBits } from "../page-bits.ts";
import type { PageShape, Rotation } from "../pictures/place-page.ts";

/** A page drawn in shades of gray, a byte a dot, turned as it was asked for. */
export interface PageDrawing {
  readonly page: number;
  readonly rotate: Rotation;
  readonly width: number;
  readonly height: number;
}

/** A file whose pages can be drawn. Pages count from 0 here. */
export interface OpenDocument {
  readonly pageCount: number;
  shapeOf(page: number): PageShape;
  draw(drawing: PageDrawing): Promise<Uint8Array>;
  /** The text layer, for search; empty where there is none. */
  wordsOf(page: number): string;
  /** The very dots of a page that has been a fax before; undefined for all others. */
  faxBitsOf(page: number): PageBits | undefined;
}
