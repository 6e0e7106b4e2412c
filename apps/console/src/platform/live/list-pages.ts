/** A part of a list, in the order of the service. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  /** Where the next page begins; null when there is none. */
  readonly next: string | null;
  /** Up to where the rows are loaded: the last one as it was then. It may have moved since. */
  readonly end?: Row | undefined;
}

/** What a list has to know of its rows. */
export interface RowOrder<Row> {
  readonly idOf: (row: Row) => string | number;
  /** As the service orders them. */
  readonly compare: (one: Row, other: Row) => number;
}

/** Pure. The list with this row as it now is, in its place; the same list when nothing changes. */
export function withRow<Row>(
  page: Page<Row>,
  row: Row,
  isShown: boolean,
  { idOf, compare }: RowOrder<Row>,
): Page<Row> {
  const { rows, next, end } = page;
  const id = idOf(row);
  const known = rows.findIndex((each) => idOf(each) === id);
  const before = rows[known];
  if (before !== undefined && isShown && compare(before, row) === 0)
    return { ...page, rows: rows.with(known, row) };
  const others = known < 0 ? rows : rows.toSpliced(known, 1);
  // Behind what is loaded: it comes with its own page.
  const isBehind = next !== null && (end === undefined || compare(row, end) > 0);
  if (!isShown || isBehind) return known < 0 ? page : { ...page, rows: others };
  return { ...page, rows: others.toSpliced(placeOf(others, row, compare), 0, row) };
}

function placeOf<Row>(sorted: readonly Row[], row: Row, compare: RowOrder<Row>["compare"]): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const there = sorted[middle];
    if (there !== undefined && compare(there, row) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Pure. The next page behind what is there; where they overlap, the page is right. */
export function withOlder<Row>(
  { rows }: Page<Row>,
  older: Page<Row>,
  { idOf, compare }: RowOrder<Row>,
): Page<Row> {
  const arrived = new Set(older.rows.map(idOf));
  const kept = rows.filter((row) => !arrived.has(idOf(row)));
  const joined = [...kept, ...older.rows];
  const [last, first] = [kept.at(-1), older.rows[0]];
  const isInOrder = last === undefined || first === undefined || compare(last, first) <= 0;
  // Nearly always it is: a list of many thousands need not be put in order for some more.
  return { ...older, rows: isInOrder ? joined : joined.sort(compare) };
}

/**
 * Pure. The newest page as it is now in front of what is older. Where the two do not meet, rows may be missing in
 * between: then only the page is kept.
 */
export function withNewest<Row>(
  page: Page<Row>,
  newest: Page<Row>,
  { idOf, compare }: RowOrder<Row>,
): Page<Row> {
  const last = newest.rows.at(-1);
  if (last === undefined || newest.next === null) return newest;
  const arrived = new Set(newest.rows.map(idOf));
  const meets = page.rows.some((row) => idOf(row) === idOf(last));
  const older = meets ? page.rows.filter((row) => compare(row, last) > 0 && !arrived.has(idOf(row))) : [];
  return older.length === 0 ? newest : { ...page, rows: [...newest.rows, ...older] };
}
