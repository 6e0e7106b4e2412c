import type { StreamRow } from "./stream-rows.ts";

/** Which rows exist on the page: from `start` up to but not including `end`. */
export interface RowWindow {
  readonly start: number;
  readonly end: number;
}

/** On each side of a message that is looked for; enough for a tall screen. */
const AROUND = 24;
const STEP = 40;
/** So few that nobody feels them being built. */
export const SMALL_STEP = 8;
const MOST = 160;

/** No row of its kind is lower, so that what is counted with them surely fills a screen. */
const LEAST_HEIGHTS = { day: 30, unread: 30, system: 24, answers: 24 } as const;
const LEAST_MESSAGE = 48;
const LEAST_CONTINUED = 22;

function leastHeight(row: StreamRow): number {
  if (row.kind !== "message" && row.kind !== "outgoing") return LEAST_HEIGHTS[row.kind];
  return row.isContinued ? LEAST_CONTINUED : LEAST_MESSAGE;
}

/** Pure. The last rows that fill a view of this height, and no more: the rest is built when they are on the screen. */
export function lastWindow(rows: readonly StreamRow[], height: number): RowWindow {
  let start = rows.length;
  for (let filled = 0; start > 0 && filled < height; ) {
    start -= 1;
    const row = rows[start];
    if (row) filled += leastHeight(row);
  }
  return { start: Math.max(start, rows.length - MOST), end: rows.length };
}

/** Pure. The rows around one that is looked for. */
export function windowAround(count: number, target: number): RowWindow {
  return { start: Math.max(0, target - AROUND), end: Math.min(count, target + AROUND) };
}

/** Pure. More rows above; far below as many go. */
export function windowUp({ start, end }: RowWindow, step = STEP): RowWindow {
  const up = Math.max(0, start - step);
  return { start: up, end: Math.min(end, up + MOST) };
}

/** Pure. More rows below; far above as many go. */
export function windowDown({ start, end }: RowWindow, count: number, step = STEP): RowWindow {
  const down = Math.min(count, end + step);
  return { start: Math.max(start, down - MOST), end: down };
}
