/** A row that exists. */
export interface PlacedRow {
  /** Its place among the rows that exist: what is drawn there is drawn again for another row of the same name. */
  readonly name: string | number;
  readonly index: number;
  /** Pixels from the top of the list. */
  readonly start: number;
}

/** The rows of a list that exist, and how to see others. */
export interface RowWindow {
  readonly rows: readonly PlacedRow[];
  /** Of the whole list, in pixels. */
  readonly height: number;
  /** As little as needed, or with the row at the top. */
  readonly show: (index: number, place: "nearest" | "top") => void;
  /** Where each row has a height of its own: takes its element, to measure it. */
  readonly measure?: (element: HTMLElement | null) => void;
}

/** The rows around what is in view, in a list whose rows have one height. */
export interface RowView {
  readonly first: number;
  readonly last: number;
  /** By how much the number of a row exceeds its name. */
  readonly shift: number;
}

/**
 * Pure. Rows that stay keep their names. Where none of them stays, the new ones take over the old names in order, so
 * that a fling over thousands of rows writes other texts into a screenful of them and builds none.
 */
export function movedView(before: RowView, first: number, last: number): RowView {
  if (first === before.first && last === before.last) return before;
  const stays = first <= before.last && last >= before.first;
  return { first, last, shift: stays ? before.shift : before.shift + first - before.first };
}

export interface FixedRows {
  readonly count: number;
  readonly rowHeight: number;
  /** Exists even when it is scrolled away: the screen reader's cursor points at it. Below zero: there is none. */
  readonly activeIndex: number;
}

/** Pure. In the order of the list. */
export function placedRows(view: RowView, { count, rowHeight, activeIndex }: FixedRows): PlacedRow[] {
  const last = Math.min(view.last, count - 1);
  // A list that has become shorter is seen from its new end.
  const first = Math.max(0, Math.min(view.first, count - 1 - (view.last - view.first)));
  const begin = view.first > last ? first : view.first;
  const rows: PlacedRow[] = [];
  const place = (index: number, name: string | number): void => {
    rows.push({ name, index, start: index * rowHeight });
  };
  const isActiveOutside =
    activeIndex >= 0 && activeIndex < count && (activeIndex < begin || activeIndex > last);
  if (isActiveOutside && activeIndex < begin) place(activeIndex, "active");
  for (let index = begin; index <= last; index += 1) place(index, index - view.shift);
  if (isActiveOutside && activeIndex > last) place(activeIndex, "active");
  return rows;
}
