/** Which rows exist on the page: from `start` up to but not including `end`. */
export interface RowWindow {
  readonly start: number;
  readonly end: number;
}

/** Enough for a tall screen; more come with the next frame. */
const FIRST = 24;
const STEP = 40;
const MOST = 160;

/** Pure. The last rows, or those around one that is looked for. */
export function firstWindow(count: number, target?: number): RowWindow {
  if (target === undefined) return { start: Math.max(0, count - FIRST), end: count };
  return { start: Math.max(0, target - FIRST), end: Math.min(count, target + FIRST) };
}

/** Pure. More rows above; far below as many go. */
export function windowUp({ start, end }: RowWindow): RowWindow {
  const up = Math.max(0, start - STEP);
  return { start: up, end: Math.min(end, up + MOST) };
}

/** Pure. More rows below; far above as many go. */
export function windowDown({ start, end }: RowWindow, count: number): RowWindow {
  const down = Math.min(count, end + STEP);
  return { start: Math.max(start, down - MOST), end: down };
}
