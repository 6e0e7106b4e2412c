import { FAX_DPI_X, FAX_DPI_Y, FAX_WIDTH, type PageResolution } from "../page-bits.ts";

/** Clockwise. */
export type Rotation = 0 | 90 | 180 | 270;

/** How a page looks before it is turned. */
export interface PageShape {
  readonly widthInches: number;
  readonly heightInches: number;
  /** A picture keeps a margin and is not made larger than this many times; a sheet of paper fills the page. */
  readonly maxScale?: number;
}

/** Where the page is drawn, in dots; `rows` is the height of the whole fax page. */
export interface Placement {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly rows: number;
}

const SHEETS = { letter: { width: 8.5, height: 11 }, a4: { width: 210 / 25.4, height: 297 / 25.4 } };
const LETTER_UP_TO = (SHEETS.letter.height / SHEETS.letter.width + SHEETS.a4.height / SHEETS.a4.width) / 2;
const PICTURE_MARGIN = 0.4;
/** Pictures of whole sheets need no margin around the one they have. */
const SHEET_LIKE = 0.03;
const PRINTED_WIDTH = FAX_WIDTH / FAX_DPI_X;

export function placePage(shape: PageShape, rotate: Rotation, resolution: PageResolution): Placement {
  const isTurned = rotate === 90 || rotate === 270;
  const width = isTurned ? shape.heightInches : shape.widthInches;
  const height = isTurned ? shape.widthInches : shape.heightInches;
  const ratio = Math.max(width, height) / Math.min(width, height);
  const sheet = ratio <= LETTER_UP_TO ? SHEETS.letter : SHEETS.a4;
  const isWholeSheet = Math.abs(ratio / (sheet.height / sheet.width) - 1) < SHEET_LIKE;
  const margin = shape.maxScale === undefined || isWholeSheet ? 0 : PICTURE_MARGIN;
  const scale = Math.min(
    (PRINTED_WIDTH - 2 * margin) / width,
    (sheet.height - 2 * margin) / height,
    isWholeSheet ? Number.POSITIVE_INFINITY : (shape.maxScale ?? Number.POSITIVE_INFINITY),
  );
  const dpiY = FAX_DPI_Y[resolution];
  const drawn = {
    width: Math.max(1, Math.min(FAX_WIDTH, Math.round(width * scale * FAX_DPI_X))),
    height: Math.max(1, Math.round(height * scale * dpiY)),
  };
  // What lies across the sheet leaves the rest of it out.
  const rows = width > height && margin === 0 ? drawn.height : Math.round(sheet.height * dpiY);
  const room = rows - drawn.height;
  const top = margin > 0 ? Math.min(room, Math.round(margin * dpiY)) : Math.round(room / 2);
  return {
    left: Math.floor((FAX_WIDTH - drawn.width) / 2),
    top: Math.max(0, top),
    ...drawn,
    rows: Math.max(rows, drawn.height),
  };
}

/** A page so long and narrow that nothing of it could be read would also be endless work. */
export const MAX_PAGE_RATIO = 100;
