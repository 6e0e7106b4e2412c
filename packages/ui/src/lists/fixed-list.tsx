import { type ReactNode, useRef } from "react";
import { ListGrid } from "./list-grid.tsx";
import { type ListProps, tolerant, useActiveRow, useInsteadOfRows } from "./list-states.tsx";
import { useFixedRows } from "./use-fixed-rows.ts";

/**
 * A list of any length whose rows are all exactly as high as it is told: nothing is measured, and rows are drawn again
 * for other items, which a fling over thousands of rows feels. Such rows have neither buttons nor a state of their own:
 * it would stay for the next item.
 */
export function FixedList<Item>(props: ListProps<Item>): ReactNode {
  const instead = useInsteadOfRows(props);
  return instead ? instead.shown : <Rows {...props} {...tolerant(props)} />;
}

function Rows<Item>(props: ListProps<Item>): ReactNode {
  const { items, rowHeight } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const active = useActiveRow(props);
  const rows = useFixedRows(scroller, { count: items.length, rowHeight, activeIndex: active.index });
  return <ListGrid {...props} scroller={scroller} active={active} window={rows} />;
}
