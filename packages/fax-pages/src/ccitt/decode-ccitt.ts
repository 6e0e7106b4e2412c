import { strideOf } from "../page-bits.ts";
import { BitReader } from "./bit-reader.ts";
import { nextAbove } from "./encode-g4.ts";
import { changesOf, fillBlack, roomForChanges } from "./row-changes.ts";
import { LONGEST_CODE, MODES, runTable, STEP } from "./run-codes.ts";

export interface CcittShape {
  /** `runs`: one row after the other, each from a byte on. `g3`: rows with marks between them. */
  readonly scheme: "runs" | "g3" | "g3-2d" | "g4";
  readonly width: number;
  readonly height: number;
}

export interface DecodedRows {
  readonly rows: Uint8Array;
  /** Rows that could not be read; they look like the row above them, or are white where nothing follows. */
  readonly badRows: number;
}

/** Reads what it can: a damaged page is still shown. */
export function decodeCcitt(bytes: Uint8Array, shape: CcittShape): DecodedRows {
  const reader = new RowReader(new BitReader(bytes), shape.width);
  return shape.scheme === "g4" ? decodeG4(reader, shape) : decodeG3(reader, shape);
}

function decodeG4(reader: RowReader, { width, height }: CcittShape): DecodedRows {
  const stride = strideOf(width);
  const rows = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++)
    // Each row is told by the one above: after an error there is no way back.
    if (reader.isAtMark() || !reader.readTwoDimensional(rows, y * stride)) {
      rows.fill(0, y * stride, (y + 1) * stride);
      return { rows, badRows: height - y };
    }
  return { rows, badRows: 0 };
}

function decodeG3(reader: RowReader, { scheme, width, height }: CcittShape): DecodedRows {
  const stride = strideOf(width);
  const rows = new Uint8Array(stride * height);
  const hasMarks = scheme !== "runs";
  let badRows = 0;
  for (let y = 0; y < height; y++) {
    const marks = hasMarks ? reader.passMarks(scheme === "g3-2d") : { count: 1, isTwoDimensional: false };
    // Marks with nothing between them end the page.
    if (reader.isAtEnd || marks.count > 1) return { rows, badRows: badRows + height - y };
    const start = y * stride;
    const isRead = marks.isTwoDimensional
      ? reader.readTwoDimensional(rows, start)
      : reader.readRuns(rows, start);
    if (!isRead) {
      badRows += 1;
      if (y > 0) rows.copyWithin(start, start - stride, start);
      else rows.fill(0, 0, stride);
      if (!hasMarks || !reader.seekMark()) return { rows, badRows: badRows + height - y - 1 };
      reader.lookAt(rows, start);
    }
    if (!hasMarks) reader.toByte();
  }
  return { rows, badRows };
}

const MARK_ZEROS = 11;
const TABLES = [runTable(0), runTable(1)];

interface Mode {
  readonly length: number;
  readonly kind: "pass" | "horizontal" | "vertical";
  readonly shift: number;
}
const MODE_BITS = 7;
const MODE_TABLE = ((): readonly (Mode | undefined)[] => {
  const table: (Mode | undefined)[] = new Array(1 << MODE_BITS).fill(undefined);
  const put = (bits: number, mode: Mode): void => {
    const first = bits << (MODE_BITS - mode.length);
    table.fill(mode, first, first + (1 << (MODE_BITS - mode.length)));
  };
  put(MODES.pass.bits, { ...MODES.pass, kind: "pass", shift: 0 });
  put(MODES.horizontal.bits, { ...MODES.horizontal, kind: "horizontal", shift: 0 });
  for (const [index, { bits, length }] of MODES.vertical.entries())
    put(bits, { length, kind: "vertical", shift: index - 3 });
  return table;
})();

/** Reads one row after the other, and remembers the last for the next. */
class RowReader {
  readonly #bits: BitReader;
  readonly #width: number;
  readonly #above: Int32Array;

  constructor(bits: BitReader, width: number) {
    this.#bits = bits;
    this.#width = width;
    this.#above = roomForChanges(width);
  }

  get isAtEnd(): boolean {
    return this.#bits.isAtEnd;
  }

  isAtMark(): boolean {
    return this.#bits.isAtEnd || this.#bits.peek(MARK_ZEROS) === 0;
  }

  toByte(): void {
    this.#bits.toByte();
  }

  /** Takes the marks before a row, with the zeros that fill up. */
  passMarks(hasTags: boolean): { count: number; isTwoDimensional: boolean } {
    let [count, isTwoDimensional] = [0, false];
    while (this.isAtMark() && !this.#bits.isAtEnd) {
      while (this.#bits.peek(1) === 0 && !this.#bits.isAtEnd) this.#bits.skip(1);
      this.#bits.skip(1);
      if (hasTags) isTwoDimensional = this.#bits.take(1) === 0;
      count += 1;
    }
    return { count, isTwoDimensional };
  }

  seekMark(): boolean {
    while (!this.isAtMark()) this.#bits.skip(1);
    return !this.#bits.isAtEnd;
  }

  lookAt(rows: Uint8Array, start: number): void {
    changesOf(rows, start, this.#width, this.#above);
  }

  readRuns(rows: Uint8Array, start: number): boolean {
    let [x, color] = [0, 0];
    while (x < this.#width) {
      const run = this.#run(color);
      if (run === undefined || x + run > this.#width) return false;
      if (color === 1) fillBlack(rows, start, x, x + run);
      x += run;
      color ^= 1;
    }
    this.lookAt(rows, start);
    return true;
  }

  readTwoDimensional(rows: Uint8Array, start: number): boolean {
    let [a0, color, b] = [-1, 0, 0];
    while (a0 < this.#width) {
      const mode = MODE_TABLE[this.#bits.peek(MODE_BITS)];
      if (!mode) return false;
      this.#bits.skip(mode.length);
      b = nextAbove(this.#above, b, a0, color, this.#width);
      const to =
        mode.kind === "horizontal"
          ? this.#readHorizontal(rows, start, Math.max(0, a0), color)
          : this.#readBelow(mode, b, a0);
      if (to === undefined) return false;
      if (mode.kind !== "horizontal" && color === 1) fillBlack(rows, start, Math.max(0, a0), to);
      if (mode.kind === "vertical") color ^= 1;
      a0 = to;
    }
    this.lookAt(rows, start);
    return true;
  }

  /** Two runs; where they end. */
  #readHorizontal(rows: Uint8Array, start: number, from: number, color: number): number | undefined {
    const first = this.#run(color);
    const second = first === undefined ? undefined : this.#run(color ^ 1);
    if (first === undefined || second === undefined) return undefined;
    const [middle, to] = [from + first, from + first + second];
    if (to > this.#width) return undefined;
    if (color === 1) fillBlack(rows, start, from, middle);
    else fillBlack(rows, start, middle, to);
    return to;
  }

  /** Where a run ends that is told by the row above. A row that does not get on is damaged. */
  #readBelow(mode: Mode, b: number, a0: number): number | undefined {
    const width = this.#width;
    const to = mode.kind === "pass" ? (this.#above[b + 1] ?? width) : (this.#above[b] ?? width) + mode.shift;
    return to < 0 || to > width || to <= a0 ? undefined : to;
  }

  #run(color: number): number | undefined {
    let length = 0;
    for (;;) {
      const found = TABLES[color]?.[this.#bits.peek(LONGEST_CODE)] ?? 0;
      if (found === 0) return undefined;
      this.#bits.skip(found & 15);
      const run = found >> 4;
      length += run;
      if (run < STEP) return length;
      if (length > this.#width) return undefined;
    }
  }
}
