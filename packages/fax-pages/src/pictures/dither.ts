import { strideOf } from "../page-bits.ts";

/** Blocks of so many dots are looked at, each with its neighbors. */
const BLOCK = 8;
/** Less contrast than this within a block: one tone, and no letters. */
const FLAT = 72;
/** So light is paper, so dark is ink. */
const [PAPER, INK] = [224, 36];
/** Letters and lines stand on something light, or are cut out of something dark. */
const [LIGHT_GROUND, DARK_GROUND] = [176, 84];
/** Tones in between that change slowly are a picture's; at the edges of letters they change at once. */
const SLOW = 28;
/** That many slow dots, and no paper: a block within a picture. The strokes of letters are thinner than a block. */
const WITHIN_PICTURE = 38;
/** Where more dots than these are neither ink nor paper, there is a picture too. */
const PICTURE_SHARE = 0.5;
/** How much a dot likes to be as the one before it: joined dots are sent in half the time, and print more evenly. */
const JOINING = 52;

/** The threshold of a block with paper alone around it: most of a page, which is passed over. */
const EMPTY = 1;

/** What is left to decide for a block: its threshold, or 0 where the tones are scattered. */
type Thresholds = { readonly columns: number; readonly of: Uint8Array };

/**
 * Black and white: letters and lines by a threshold, so that they stay crisp; pictures by dots that are as dense as
 * they are dark (Floyd and Steinberg, each row in the other direction).
 */
export function dither(gray: Uint8Array, width: number, height: number): Uint8Array {
  const rows = new Uint8Array(strideOf(width) * height);
  const thresholds = thresholdsOf(gray, width, height);
  let own = new Float32Array(width + 2);
  let below = new Float32Array(width + 2);
  for (let y = 0; y < height; y++) {
    const row = { gray, width, y, rows, thresholds };
    ditherRow(row, own, below);
    [own, below] = [below, own];
    below.fill(0);
  }
  return rows;
}

interface DitheredRow {
  readonly gray: Uint8Array;
  readonly width: number;
  readonly y: number;
  readonly rows: Uint8Array;
  readonly thresholds: Thresholds;
}

function ditherRow(
  { gray, width, y, rows, thresholds }: DitheredRow,
  own: Float32Array,
  below: Float32Array,
): void {
  const start = y * strideOf(width);
  const blocks = (y >> 3) * thresholds.columns;
  const step = y & 1 ? -1 : 1;
  const edge = step > 0 ? 0 : 7;
  let liking = 0;
  for (let x = step > 0 ? 0 : width - 1; x >= 0 && x < width; x += step) {
    const tone = gray[y * width + x] ?? 255;
    const threshold = thresholds.of[blocks + (x >> 3)] ?? 0;
    if (threshold === EMPTY && (x & 7) === edge) {
      x += 7 * step;
      continue;
    }
    const isBlack =
      threshold > 0
        ? tone < threshold
        : scatter((TONES[tone] ?? 255) + (own[x + 1] ?? 0), liking, { own, below, x, step });
    liking = isBlack ? -JOINING : JOINING;
    if (isBlack) blacken(rows, start, x);
  }
}

/**
 * Whether the dot is black. What it is too light or too dark is left to its neighbors: those to come in its row, and
 * those below.
 */
function scatter(
  wanted: number,
  liking: number,
  { own, below, x, step }: { own: Float32Array; below: Float32Array; x: number; step: number },
): boolean {
  const isBlack = wanted + liking < 128;
  const rest = wanted - (isBlack ? 0 : 255);
  give(own, x + 1 + step, (rest * 7) / 16);
  give(below, x + 1 - step, (rest * 3) / 16);
  give(below, x + 1, (rest * 5) / 16);
  give(below, x + 1 + step, rest / 16);
  return isBlack;
}

function blacken(rows: Uint8Array, start: number, x: number): void {
  const at = start + (x >> 3);
  rows[at] = (rows[at] ?? 0) | (0x80 >> (x & 7));
}

function give(to: Float32Array, at: number, part: number): void {
  to[at] = (to[at] ?? 0) + part;
}

/** Fax machines print dots larger than they are: pictures are made lighter, and what is nearly white stays paper. */
const TONES = Float32Array.from({ length: 256 }, (_, tone) => {
  if (tone >= PAPER) return 255;
  if (tone <= INK) return 0;
  return 255 * ((tone - INK) / (PAPER - INK)) ** 0.8;
});

interface BlockTones {
  readonly darkest: Uint8Array;
  readonly lightest: Uint8Array;
  readonly slow: Uint8Array;
  readonly mid: Uint8Array;
  readonly paper: Uint8Array;
}

function thresholdsOf(gray: Uint8Array, width: number, height: number): Thresholds {
  const [columns, lines] = [Math.ceil(width / BLOCK), Math.ceil(height / BLOCK)];
  const blocks = tonesOf(gray, { width, height, columns, lines });
  const of = new Uint8Array(columns * lines);
  for (let line = 0; line < lines; line++)
    for (let column = 0; column < columns; column++)
      of[line * columns + column] = thresholdOf(blocks, { column, line, columns, lines });
  return { columns, of };
}

interface Grid {
  readonly width: number;
  readonly height: number;
  readonly columns: number;
  readonly lines: number;
}

function tonesOf(gray: Uint8Array, grid: Grid): BlockTones {
  const blocks = grid.columns * grid.lines;
  const tones = {
    darkest: new Uint8Array(blocks).fill(255),
    lightest: new Uint8Array(blocks),
    slow: new Uint8Array(blocks),
    mid: new Uint8Array(blocks),
    paper: new Uint8Array(blocks),
  };
  for (let y = 0; y < grid.height; y++) lookAtRow(tones, gray, grid, y);
  return tones;
}

const isNear = (tone: number, other = tone): boolean => Math.abs(tone - other) < SLOW;

function lookAtRow(tones: BlockTones, gray: Uint8Array, { width, height, columns }: Grid, y: number): void {
  const { darkest, lightest, slow, mid, paper } = tones;
  const under = y + 1 < height ? width : 0;
  for (let x = 0; x < width; x++) {
    const [at, block] = [y * width + x, (y >> 3) * columns + (x >> 3)];
    const tone = gray[at] ?? 255;
    if (tone < (darkest[block] ?? 0)) darkest[block] = tone;
    if (tone > (lightest[block] ?? 0)) lightest[block] = tone;
    if (tone >= PAPER) paper[block] = (paper[block] ?? 0) + 1;
    if (tone <= INK || tone >= PAPER) continue;
    mid[block] = (mid[block] ?? 0) + 1;
    if (isNear(tone, gray[at + 1]) && isNear(tone, gray[at + under])) slow[block] = (slow[block] ?? 0) + 1;
  }
}

/** With its neighbors, since a letter reaches over several blocks. */
function thresholdOf(
  { darkest, lightest, slow, mid, paper }: BlockTones,
  { column, line, columns, lines }: { column: number; line: number; columns: number; lines: number },
): number {
  let [dark, light, between, seen, isWithin] = [255, 0, 0, 0, false];
  for (let y = Math.max(0, line - 1); y <= Math.min(lines - 1, line + 1); y++)
    for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++) {
      const block = y * columns + x;
      dark = Math.min(dark, darkest[block] ?? 255);
      light = Math.max(light, lightest[block] ?? 0);
      between += mid[block] ?? 0;
      isWithin ||= paper[block] === 0 && (slow[block] ?? 0) >= WITHIN_PICTURE;
      seen += BLOCK * BLOCK;
    }
  if (dark >= PAPER) return EMPTY;
  if (light - dark < FLAT || isWithin || between > seen * PICTURE_SHARE) return 0;
  if (light < LIGHT_GROUND && dark > DARK_GROUND) return 0;
  // Thin strokes are drawn lighter than they are: a little nearer to the paper.
  return Math.round(dark + (light - dark) * 0.55);
}
