import { type ReactNode, useMemo, useRef, useState } from "react";
import { ListSkeleton } from "../feedback/list-skeleton.tsx";
import { type ActiveRow, ListGrid } from "./list-grid.tsx";
import type { RowState } from "./list-row.tsx";
import { useFixedRows } from "./use-fixed-rows.ts";
import { useMeasuredRows } from "./use-measured-rows.ts";

export type { RowState } from "./list-row.tsx";

export interface VirtualListProps<Item> {
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  readonly label: string;
  readonly renderRow: (item: Item, state: RowState) => ReactNode;
  /** A guess for rows not yet seen; each is measured once it is. */
  readonly rowHeight: number;
  /**
   * All rows are exactly that high: nothing is measured, and rows are drawn again for other items, which a fling over
   * thousands of rows feels. Such rows have neither buttons nor a state of their own: it would stay for the next item.
   */
  readonly isRowHeightFixed?: boolean;
  /** Where rows differ: exactly how high each is, for as long as its item is the same object. Then none is measured. */
  readonly rowHeightOf?: (item: Item) => number;
  readonly selectedKey?: string | undefined;
  readonly onOpen: (item: Item) => void;
  /** The pointer or the keyboard rests on it, or it is being pressed: it may be opened next. */
  readonly onRest?: ((item: Item) => void) | undefined;
  readonly status?: "ready" | "loading" | "failed";
  readonly emptySlot: ReactNode;
  readonly errorSlot?: ReactNode;
  readonly loadingSlot?: ReactNode;
  /** Brings this row to the top, each time another object is given: a jump the user asked for. */
  readonly scrollTo?: { readonly index: number } | undefined;
  /** Called when the last rows come into view, for lists that load page by page. */
  readonly onEndReached?: () => void;
}

/** A list of any length: only the rows in view exist, and the keyboard walks all of them. */
export function VirtualList<Item>(props: VirtualListProps<Item>): ReactNode {
  const { items, status = "ready", rowHeight } = props;
  // What is already there stays in sight while more of it loads or a refresh fails.
  if (items.length > 0)
    return props.isRowHeightFixed ? <FixedList {...props} /> : <MeasuredList {...props} />;
  if (status === "loading") return props.loadingSlot ?? <ListSkeleton rowHeight={rowHeight} />;
  return status === "failed" ? props.errorSlot : props.emptySlot;
}

function FixedList<Item>(props: VirtualListProps<Item>): ReactNode {
  const { items, rowHeight } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const active = useActiveRow(props);
  const rows = useFixedRows(scroller, { count: items.length, rowHeight, activeIndex: active.index });
  return <ListGrid {...props} scroller={scroller} active={active} window={rows} />;
}

function MeasuredList<Item>(props: VirtualListProps<Item>): ReactNode {
  const { items, keyOf, rowHeight, rowHeightOf } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const active = useActiveRow(props);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a key depends on its item and on nothing else.
  const keyAt = useMemo(
    () =>
      (index: number): string | number => {
        const item = items[index];
        return item === undefined ? index : keyOf(item);
      },
    // The same function for the same items: another one would have every row of a long list placed anew.
    [items],
  );
  const rows = useMeasuredRows(scroller, {
    count: items.length,
    heightAt: (index) => {
      const item = items[index];
      return rowHeightOf && item !== undefined ? rowHeightOf(item) : rowHeight;
    },
    isExact: rowHeightOf !== undefined,
    keyAt,
    activeIndex: active.index,
  });
  return <ListGrid {...props} scroller={scroller} active={active} window={rows} />;
}

/** Which row the keyboard stands on: an item, wherever in the list it goes. */
function useActiveRow<Item>({ items, keyOf, selectedKey }: VirtualListProps<Item>): ActiveRow {
  const [key, stand] = useState<string | undefined>(selectedKey);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a key depends on its item and on nothing else.
  const index = useMemo(
    () => (key === undefined ? -1 : items.findIndex((item) => keyOf(item) === key)),
    [items, key],
  );
  return { index, stand };
}
