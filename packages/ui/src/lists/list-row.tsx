import { memo, type ReactNode } from "react";
import { RowBoundary } from "../feedback/boundary.tsx";
import classes from "./virtual-list.module.css";

export interface RowState {
  readonly isSelected: boolean;
  /** The row the keyboard stands on. */
  readonly isActive: boolean;
}

export interface ListRowProps<Item> extends RowState {
  readonly item: Item;
  readonly index: number;
  readonly start: number;
  /** Left out where rows are measured. */
  readonly height: number | undefined;
  readonly measure: ((element: HTMLElement | null) => void) | undefined;
  /** What points at the active row calls it so. */
  readonly id: string | undefined;
  readonly renderRow: (item: Item, state: RowState) => ReactNode;
}

/** While a list is scrolled, the rows that stay are left alone. */
export const ListRow = memo(Row) as typeof Row;

function Row<Item>(props: ListRowProps<Item>): ReactNode {
  const { item, index, start, height, measure, id, isSelected, isActive, renderRow } = props;
  const aria = { role: "row", "aria-rowindex": index + 1, "aria-selected": isSelected };
  const cellAria = { role: "gridcell" };
  return (
    <div
      ref={measure}
      id={id}
      data-index={measure && index}
      data-fixed={measure ? undefined : true}
      data-active={isActive || undefined}
      className={classes.row}
      style={{ transform: `translateY(${start}px)`, height }}
      {...aria}
    >
      <div {...cellAria}>
        <RowBoundary item={item}>
          <Cell item={item} isSelected={isSelected} isActive={isActive} renderRow={renderRow} />
        </RowBoundary>
      </div>
    </div>
  );
}

/** Inside the boundary of its row: an item that cannot even be read costs no more than its row. */
function Cell<Item>(props: Pick<ListRowProps<Item>, "item" | "renderRow" | keyof RowState>): ReactNode {
  const { item, isSelected, isActive, renderRow } = props;
  return renderRow(item, { isSelected, isActive });
}

/** The index of the row in which something happened; undefined outside of all rows. */
export function rowIndexOf(target: EventTarget): number | undefined {
  const row = target instanceof Element ? target.closest("[aria-rowindex]") : null;
  return row ? Number(row.getAttribute("aria-rowindex")) - 1 : undefined;
}
