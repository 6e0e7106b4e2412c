export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A tile that is this much wider than high uses its place best. */
const SHAPE = 1.6;

/** Pure. The number of columns with which the tiles become largest. */
export function columnsFor(count: number, { width, height }: Size): number {
  let [best, bestSize] = [1, 0];
  for (let columns = 1; columns <= count; columns += 1) {
    const rows = Math.ceil(count / columns);
    const size = Math.min(width / columns / SHAPE, height / rows);
    if (size > bestSize) [best, bestSize] = [columns, size];
  }
  return best;
}
