import { type ReactNode, useMemo, useRef } from "react";
import { ListGrid } from "./list-grid.tsx";
import { type ListProps, tolerant, useActiveRow, useInsteadOfRows } from "./list-states.tsx";
import { useMeasuredRows } from "./use-measured-rows.ts";

/** `rowHeight` is a guess for rows not yet seen; each is measured once it is. */
export interface VirtualListProps<Item> extends ListProps<Item> {
  /** Where rows differ: exactly how high each is, for as long as its item is the same object. Then none is measured. */
  readonly rowHeightOf?: (item: Item) => number;
}

/** A list of any length: only the rows in view exist, and the keyboard walks all of them. */
export function VirtualList<Item>(props: VirtualListProps<Item>): ReactNode {
  const { rowHeight, rowHeightOf } = props;
  const instead = useInsteadOfRows(props);
  if (instead) return instead.shown;
  // Whatever an item is, it has a height.
  const heightOf = rowHeightOf && ((item: Item): number => heightIn(rowHeightOf, item) ?? rowHeight);
  return <Rows {...props} {...tolerant(props)} {...(heightOf && { rowHeightOf: heightOf })} />;
}

function heightIn<Item>(heightOf: (item: Item) => number, item: Item): number | undefined {
  try {
    const height = heightOf(item);
    return Number.isFinite(height) ? height : undefined;
  } catch {
    return undefined;
  }
}

function Rows<Item>(props: VirtualListProps<Item>): ReactNode {
  const { items, keyOf, rowHeight, rowHeightOf } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const active = useActiveRow(props);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a key depends on its item and on nothing else.
  const keyAt = useMemo(
    () =>
      (index: number): string => {
        const item = items[index];
        // What has no name of its own goes by its place.
        return (item === undefined ? "" : keyOf(item)) || `place-${index}`;
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
