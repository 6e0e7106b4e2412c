import { PDFDocument, type PDFImage, type PDFPage, rgb } from "@cantoo/pdf-lib";
import { loadFonts, type RecordFont, type RecordFonts } from "./pdf-fonts.ts";

const SIZES = { a4: [595, 842], letter: [612, 792] } as const;
export type Paper = keyof typeof SIZES;
const MARGIN = 48;
const LEADING = 1.35;
const FOOTER_SIZE = 8;
const LARGEST_IMAGE = 240;
const INK = rgb(0.1, 0.12, 0.16);
const GRAY = rgb(0.42, 0.45, 0.5);
const RULE = rgb(0.85, 0.87, 0.9);
const BAR = rgb(0.04, 0.42, 0.52);
/** Of the place of a bar, on both sides of it. */
const BAR_GAP = 0.15;
/** Wider ones would be blocks. */
const LARGEST_BAR = 48;
const CELL_GAP = 6;

export interface FlowStyle {
  readonly size: number;
  readonly weight?: keyof RecordFonts;
  readonly isGray?: boolean;
  readonly indent?: number;
  readonly spaceBefore?: number;
  /** How much of what follows must fit on the same page. */
  readonly keepWith?: number;
}

export interface BarsStyle {
  readonly height: number;
  /** The value of a bar of the whole height. */
  readonly highest: number;
  readonly spaceBefore?: number;
}

export interface FlowOptions {
  readonly paper?: Paper;
  /** All signs as wide as each other, as text files that hold tables expect. */
  readonly isMonospaced?: boolean;
}

/** Text and pictures from top to bottom, over as many pages as it takes. */
export class PdfFlow {
  readonly #document: PDFDocument;
  readonly #fonts: RecordFonts;
  readonly #width: number;
  readonly #height: number;
  #page: PDFPage;
  #y: number;

  private constructor(document: PDFDocument, fonts: RecordFonts, paper: Paper) {
    this.#document = document;
    this.#fonts = fonts;
    [this.#width, this.#height] = SIZES[paper];
    this.#page = document.addPage([this.#width, this.#height]);
    this.#y = this.#height - MARGIN;
  }

  static async create(title: string, options: FlowOptions = {}): Promise<PdfFlow> {
    const document = await PDFDocument.create();
    document.setTitle(title, { showInWindowTitleBar: true });
    document.setLanguage("en");
    return new PdfFlow(document, await loadFonts(document, options), options.paper ?? "a4");
  }

  get pageCount(): number {
    return this.#document.getPageCount();
  }

  text(content: string, style: FlowStyle): void {
    const font = this.#fonts[style.weight ?? "plain"];
    const { size, indent = 0, spaceBefore = 0, keepWith = 0 } = style;
    const height = size * LEADING;
    this.#y -= spaceBefore;
    this.#need(height + keepWith);
    for (const line of wrap(font.writable(content), font, size, this.#width - 2 * MARGIN - indent)) {
      this.#need(height);
      this.#y -= height;
      const color = style.isGray ? GRAY : INK;
      let x = MARGIN + indent;
      for (const run of directionRuns(line)) {
        this.#page.drawText(run, { x, y: this.#y, size, font: font.font, color });
        x += font.widthOf(run, size);
      }
    }
  }

  /** Cells of a table. The first takes what is left of the width, the others this much each and end at their right. */
  row([first = "", ...cells]: readonly string[], cellWidth: number, style: FlowStyle): void {
    const font = this.#fonts[style.weight ?? "plain"];
    const { size, spaceBefore = 0, keepWith = 0 } = style;
    const color = style.isGray ? GRAY : INK;
    this.#y -= spaceBefore;
    this.#need(size * LEADING + keepWith);
    this.#y -= size * LEADING;
    const draw = (content: string, width: number, xOf: (line: string) => number): void => {
      // What is too long for its cell is cut: a table in which rows grow is hard to read.
      const [line = ""] = wrap(font.writable(content), font, size, width);
      this.#page.drawText(line, { x: xOf(line), y: this.#y, size, font: font.font, color });
    };
    const right = this.#width - MARGIN;
    const start = right - cells.length * cellWidth;
    draw(first, start - MARGIN - CELL_GAP, () => MARGIN);
    for (const [index, cell] of cells.entries())
      draw(cell, cellWidth, (line) => start + (index + 1) * cellWidth - font.widthOf(line, size));
  }

  /** Over the whole width, on a line. */
  bars(values: readonly number[], { height, highest, spaceBefore = 0 }: BarsStyle): void {
    this.#need(height + spaceBefore);
    this.#y -= height + spaceBefore;
    const step = (this.#width - 2 * MARGIN) / Math.max(1, values.length);
    const width = Math.min(LARGEST_BAR, step * (1 - 2 * BAR_GAP));
    for (const [index, value] of values.entries())
      this.#page.drawRectangle({
        x: MARGIN + index * step + (step - width) / 2,
        y: this.#y,
        width,
        height: (value / Math.max(1, highest)) * height,
        color: BAR,
      });
    this.#line();
  }

  /** One below each bar. */
  barNames(names: readonly string[], size: number): void {
    const { font, writable, widthOf } = this.#fonts.plain;
    const step = (this.#width - 2 * MARGIN) / Math.max(1, names.length);
    this.#y -= size * LEADING + 2;
    for (const [index, name] of names.entries()) {
      const [line = ""] = wrap(writable(name), this.#fonts.plain, size, step);
      const x = MARGIN + index * step + (step - widthOf(line, size)) / 2;
      this.#page.drawText(line, { x, y: this.#y, size, font, color: GRAY });
    }
  }

  nextPage(): void {
    this.#page = this.#document.addPage([this.#width, this.#height]);
    this.#y = this.#height - MARGIN;
  }

  rule(): void {
    this.#y -= 8;
    this.#line();
  }

  #line(): void {
    const [start, end] = [
      { x: MARGIN, y: this.#y },
      { x: this.#width - MARGIN, y: this.#y },
    ];
    this.#page.drawLine({ start, end, thickness: 0.7, color: RULE });
  }

  /** A JPEG, no larger than its frame. */
  async image(jpeg: Uint8Array, indent: number): Promise<void> {
    const image: PDFImage = await this.#document.embedJpg(jpeg);
    const { width, height } = image.scaleToFit(
      Math.min(LARGEST_IMAGE, image.width),
      Math.min(LARGEST_IMAGE, image.height),
    );
    this.#need(height + 6);
    this.#y -= height + 4;
    this.#page.drawImage(image, { x: MARGIN + indent, y: this.#y, width, height });
    this.#y -= 2;
  }

  async finish(footer: string): Promise<Uint8Array> {
    const pages = this.#document.getPages();
    const { font, writable } = this.#fonts.plain;
    const left = writable(footer);
    for (const [index, page] of pages.entries())
      page.drawText(`${left}   ${index + 1} / ${pages.length}`, {
        x: MARGIN,
        y: MARGIN / 2,
        size: FOOTER_SIZE,
        font,
        color: GRAY,
      });
    return this.#document.save();
  }

  #need(height: number): void {
    if (this.#y - height < MARGIN) this.nextPage();
  }
}

const RIGHT_TO_LEFT =
  /([\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]+(?:\s+[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]+)*)/u;

/** One word of Hebrew or Arabic would turn the whole line around. */
export function directionRuns(line: string): string[] {
  return line.split(RIGHT_TO_LEFT).filter((run) => run !== "");
}

/** Lines that fit, broken between words, and within a word that is longer than a line. */
export function wrap(content: string, font: RecordFont, size: number, width: number): string[] {
  const lines: string[] = [];
  for (const paragraph of content.split("\n")) {
    let line = "";
    for (const word of paragraph.split(/(?<=\s)/)) {
      if (font.widthOf(line + word.trimEnd(), size) <= width) line += word;
      else {
        if (line !== "") lines.push(line.trimEnd());
        line = pushLongWord(word, lines, font, size, width);
      }
    }
    lines.push(line.trimEnd());
  }
  return lines;
}

function pushLongWord(word: string, lines: string[], font: RecordFont, size: number, width: number): string {
  let line = "";
  for (const sign of word) {
    if (line !== "" && font.widthOf(line + sign, size) > width) {
      lines.push(line);
      line = "";
    }
    line += sign;
  }
  return line;
}
