import { type ItemRow, isDivider, type StreamRow } from "./stream-row.ts";

/** Which rows exist on the page: from `start` up to but not including `end`. */
export interface StreamWindow<Item extends ItemRow> {
  readonly rows: readonly StreamRow<Item>[];
  readonly start: number;
  readonly end: number;
}

/** How far what exists reaches beyond what is in view. */
export interface Reach {
  readonly above: number;
  readonly below: number;
}

/** Rows are built this long before they come into view. */
export const REACH_PX = 900;
/** Between two frames so many are built at each end: few enough that nobody feels it. */
const STEP_ROWS = 4;
/** So many more are there at once: a message, or what has become of one. */
const FEW_ROWS = 4;
const MOST_ROWS = 160;
const LEAST_DIVIDER_PX = 30;

/**
 * Pure. As many rows as fill a view of that height: from the end upwards, or around a place, given by its key, which
 * stands in the upper half of the view. No row is lower than `leastHeightOf` says, so that they surely fill it.
 */
export function windowAt<Item extends ItemRow>(
  rows: readonly StreamRow<Item>[],
  place: string | undefined,
  height: number,
  leastHeightOf: (row: Item) => number,
): StreamWindow<Item> {
  const leastOf = (row: StreamRow<Item> | undefined): number =>
    row === undefined || isDivider(row) ? LEAST_DIVIDER_PX : leastHeightOf(row);
  const firstAbove = (end: number, room: number): number => {
    let first = end;
    for (let filled = 0; first > 0 && filled < room; first -= 1) filled += leastOf(rows[first - 1]);
    return first;
  };
  const index = place === undefined ? undefined : placeIn(rows, place);
  if (index === undefined) {
    return {
      rows,
      start: Math.max(firstAbove(rows.length, height), rows.length - MOST_ROWS),
      end: rows.length,
    };
  }
  let end = index;
  for (let filled = 0; end < rows.length && filled < height; end += 1) filled += leastOf(rows[end]);
  const start = firstAbove(index, height / 2);
  // Near its end the stream cannot be scrolled so far up: the end fills the view.
  return { rows, start: end < rows.length ? start : Math.min(start, firstAbove(end, height)), end };
}

/**
 * Pure. The same part of other rows, up to an end from which only a few are missing. Undefined where the stream is
 * somewhere else now.
 */
export function keptWindow<Item extends ItemRow>(
  before: StreamWindow<Item>,
  rows: readonly StreamRow<Item>[],
): StreamWindow<Item> | undefined {
  if (before.rows === rows) return before;
  const built = before.rows.slice(before.start, before.end);
  const isSign = (row: StreamRow<Item>): boolean => !isDivider(row) && placeIn(rows, row.key) !== undefined;
  const [first, last] = [built.find(isSign), built.findLast(isSign)];
  if (!first || !last) return undefined;
  const start = withHeadings(rows, placeIn(rows, first.key) ?? 0);
  const end = (placeIn(rows, last.key) ?? 0) + 1;
  return {
    rows,
    start: start <= FEW_ROWS ? 0 : start,
    end: rows.length - end <= FEW_ROWS ? rows.length : end,
  };
}

/** Pure. A few rows more where they may soon come into view; far away on the other side as many go. */
export function grownWindow<Item extends ItemRow>(
  window: StreamWindow<Item>,
  { above, below }: Reach,
): StreamWindow<Item> {
  const { rows } = window;
  let { start, end } = window;
  const isFull = end - start + STEP_ROWS > MOST_ROWS;
  const mayGrow = (near: number, far: number): boolean => near < REACH_PX && (!isFull || far > 2 * REACH_PX);
  if (start > 0 && mayGrow(above, below)) {
    start = withHeadings(rows, Math.max(0, start - STEP_ROWS));
    end = Math.min(end, start + MOST_ROWS);
  } else if (end < rows.length && mayGrow(below, above)) {
    end = Math.min(rows.length, end + STEP_ROWS);
    start = Math.max(start, end - MOST_ROWS);
  }
  return start === window.start && end === window.end ? window : { rows, start, end };
}

/** What stands above a message comes with it. */
function withHeadings<Item extends ItemRow>(rows: readonly StreamRow<Item>[], start: number): number {
  let first = start;
  for (let row = rows[first - 1]; row && isDivider(row); row = rows[first - 1]) first -= 1;
  return first;
}

const knownPlaces = new WeakMap<readonly ItemRow[], ReadonlyMap<string, number>>();

/** Where a row stands. Worked out once for all rows. */
export function placeIn(rows: readonly ItemRow[], key: string): number | undefined {
  const known = knownPlaces.get(rows);
  if (known) return known.get(key);
  const places = new Map(rows.map((row, index) => [row.key, index]));
  knownPlaces.set(rows, places);
  return places.get(key);
}
