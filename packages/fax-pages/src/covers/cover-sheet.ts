import { type PDFDocument, type PDFPage, rgb } from "@cantoo/pdf-lib";
import { directionRuns, type Paper, wrap } from "../pdf/pdf-flow.ts";
import type { RecordFont, RecordFonts } from "../pdf/pdf-fonts.ts";

const SIZES = { a4: [595, 842], letter: [612, 792] } as const;
const BLACK = rgb(0, 0, 0);
const WHITE = rgb(1, 1, 1);
const LEADING = 1.3;
/** What text still is readable on a fax of normal quality. */
const SMALLEST = 9;

export interface SheetText {
  readonly x: number;
  /** From the top of the page to the top of the first line. */
  readonly y: number;
  readonly size: number;
  readonly width: number;
  readonly isBold?: boolean;
  /** On a black ground. */
  readonly isWhite?: boolean;
  readonly isRightAligned?: boolean;
}

/** One page on which things have their place, counted from its top left corner; in black and white alone. */
export class CoverSheet {
  readonly width: number;
  readonly height: number;
  readonly #page: PDFPage;
  readonly #fonts: RecordFonts;

  private constructor(page: PDFPage, fonts: RecordFonts) {
    ({ width: this.width, height: this.height } = page.getSize());
    this.#page = page;
    this.#fonts = fonts;
  }

  static add(document: PDFDocument, fonts: RecordFonts, paper: Paper): CoverSheet {
    const [width, height] = SIZES[paper];
    return new CoverSheet(document.addPage([width, height]), fonts);
  }

  /** Where the next line would begin. */
  text(content: string, style: SheetText): number {
    const font = this.#fontOf(style);
    return this.#lines(wrap(font.writable(content), font, style.size, style.width), style);
  }

  /** As many lines as there is room for: smaller if need be, and in the end with an ellipsis. */
  textWithin(content: string, room: number, style: SheetText): number {
    const font = this.#fontOf(style);
    const written = font.writable(content);
    let { size } = style;
    let lines = wrap(written, font, size, style.width);
    while (lines.length * size * LEADING > room && size > SMALLEST) {
      size -= 0.5;
      lines = wrap(written, font, size, style.width);
    }
    const most = Math.max(1, Math.floor(room / (size * LEADING)));
    if (lines.length > most) lines = [...lines.slice(0, most - 1), `${lines[most - 1] ?? ""} …`];
    return this.#lines(lines, { ...style, size });
  }

  heightOf(content: string, style: Pick<SheetText, "size" | "width" | "isBold">): number {
    const font = this.#fontOf(style);
    return wrap(font.writable(content), font, style.size, style.width).length * style.size * LEADING;
  }

  line(x: number, y: number, width: number, thickness: number): void {
    this.bar(x, y, width, thickness);
  }

  bar(x: number, y: number, width: number, height: number): void {
    this.#page.drawRectangle({ x, y: this.height - y - height, width, height, color: BLACK });
  }

  frame(x: number, y: number, width: number, height: number, thickness: number): void {
    this.#page.drawRectangle({
      x,
      y: this.height - y - height,
      width,
      height,
      borderColor: BLACK,
      borderWidth: thickness,
    });
  }

  /** A PNG in a thin frame, no larger than its place; returns where it ends. */
  async picture(
    document: PDFDocument,
    png: Uint8Array,
    place: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  ): Promise<number> {
    const image = await document.embedPng(png);
    const { width, height } = image.scaleToFit(place.width, place.height);
    this.#page.drawImage(image, { x: place.x, y: this.height - place.y - height, width, height });
    this.frame(place.x, place.y, width, height, 0.75);
    return place.y + height;
  }

  #fontOf({ isBold = false }: Pick<SheetText, "isBold">): RecordFont {
    return isBold ? this.#fonts.bold : this.#fonts.plain;
  }

  #lines(lines: readonly string[], style: SheetText): number {
    const { size, x, width, isWhite = false, isRightAligned = false } = style;
    const font = this.#fontOf(style);
    let { y } = style;
    for (const line of lines) {
      let at = isRightAligned ? x + width - font.widthOf(line, size) : x;
      for (const run of directionRuns(line)) {
        this.#page.drawText(run, {
          x: at,
          y: this.height - y - size,
          size,
          font: font.font,
          color: isWhite ? WHITE : BLACK,
        });
        at += font.widthOf(run, size);
      }
      y += size * LEADING;
    }
    return y;
  }
}
