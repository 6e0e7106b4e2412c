import { type Page, type RowOrder, withRow } from "./list-pages.ts";

/** What an event, or the user, does to rows. Absolute: done twice it changes nothing more. */
export type ListEdit<Row> =
  /** A whole row as it now is: it moves to its place in every list it belongs to, and leaves the others. */
  | { readonly put: Row }
  /** A part of rows that some list has; the same row where nothing changes. `elseAsk`: the row to ask for if none has. */
  | { readonly change: (row: Row) => Row; readonly elseAsk?: string | number }
  | { readonly remove: (row: Row) => boolean };

interface ChosenPage<Row, Choice> extends Page<Row> {
  readonly choice: Choice;
}

interface EditOptions<Row, Choice> extends RowOrder<Row> {
  readonly fits: (row: Row, choice: Choice) => boolean;
}

/** Pure. The lists, or those of `keys`, after an edit; the same object when nothing changes. */
export function edited<Row, Choice, List extends ChosenPage<Row, Choice>>(
  lists: Readonly<Record<string, List>>,
  edit: ListEdit<Row>,
  options: EditOptions<Row, Choice>,
  keys?: ReadonlySet<string>,
): Readonly<Record<string, List>> {
  const changed = "change" in edit ? changedRows(Object.values(lists), edit.change, options) : [];
  const put = "put" in edit ? [edit.put] : changed;
  const entries = Object.entries(lists).map(([key, list]) => {
    if (keys && !keys.has(key)) return [key, list] as const;
    const page = "remove" in edit ? without(list, edit.remove) : withRows(list, put, options);
    return [key, page === list ? list : { ...list, rows: page.rows }] as const;
  });
  return entries.every(([key, list]) => lists[key] === list) ? lists : Object.fromEntries(entries);
}

function without<Row>(page: Page<Row>, isMeant: (row: Row) => boolean): Page<Row> {
  return page.rows.some(isMeant) ? { ...page, rows: page.rows.filter((row) => !isMeant(row)) } : page;
}

/** Each row once, whichever list has it: one that leaves a list may join another. */
function changedRows<Row>(
  lists: readonly Page<Row>[],
  change: (row: Row) => Row,
  { idOf }: RowOrder<Row>,
): readonly Row[] {
  const changed = new Map<string | number, Row>();
  for (const { rows } of lists) {
    for (const row of rows) {
      const after = change(row);
      if (after !== row) changed.set(idOf(row), after);
    }
  }
  return [...changed.values()];
}

function withRows<Row, Choice>(
  list: ChosenPage<Row, Choice>,
  rows: readonly Row[],
  options: EditOptions<Row, Choice>,
): Page<Row> {
  let page: Page<Row> = list;
  for (const row of rows) page = withRow(page, row, options.fits(row, list.choice), options);
  return page;
}
