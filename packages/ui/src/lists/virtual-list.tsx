import { defaultRangeExtractor, type Range, useVirtualizer, type VirtualItem } from "@tanstack/react-virtual";
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  startTransition,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { ListSkeleton } from "../feedback/list-skeleton.tsx";
import { indexAfterKey } from "./list-navigation.ts";
import classes from "./virtual-list.module.css";

const NO_ROWS: readonly VirtualItem[] = [];

export interface RowState {
  readonly isSelected: boolean;
  /** The row the keyboard stands on. */
  readonly isActive: boolean;
}

export interface VirtualListProps<Item> {
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  readonly label: string;
  readonly renderRow: (item: Item, state: RowState) => ReactNode;
  /** A guess for rows not yet seen; each is measured once it is. */
  readonly rowHeight: number;
  /** All rows are exactly that high: nothing is measured, which a fling over thousands of rows feels. */
  readonly isRowHeightFixed?: boolean;
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
  if (items.length > 0) return <Rows {...props} />;
  if (status === "loading") return props.loadingSlot ?? <ListSkeleton rowHeight={rowHeight} />;
  return status === "failed" ? props.errorSlot : props.emptySlot;
}

const END_DISTANCE = 5;
/** Longer than a pointer takes to pass over a row, and shorter than it takes to press there. */
const REST_MS = 50;

function Rows<Item>(props: VirtualListProps<Item>): ReactNode {
  const { items, keyOf, label, renderRow, rowHeight, selectedKey, onOpen, onEndReached } = props;
  const listId = useId();
  const { scroller, virtualizer, activeIndex, stand, goTo } = useListCursor(props);
  const rows = useIsListPlaced() ? virtualizer.getVirtualItems() : NO_ROWS;
  useEndReached(rows.at(-1)?.index ?? 0, items.length, onEndReached);
  const rest = useRest(props.onRest);

  const walk = (event: KeyboardEvent): void => {
    // Keys pressed in a button or a field of a row belong to it.
    if (event.target !== event.currentTarget || event.altKey || event.ctrlKey || event.metaKey) return;
    const pageSize = Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1;
    const next = indexAfterKey(event.key, { index: activeIndex, count: items.length, pageSize });
    const active = items[activeIndex];
    if (next !== undefined) {
      goTo(next);
      rest.on(items[next]);
    } else if ((event.key === "Enter" || event.key === " ") && active !== undefined) onOpen(active);
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its role stands in the spread attributes.
    <div
      ref={scroller}
      className={classes.scroller}
      {...gridAria(label, items.length, activeIndex < 0 ? undefined : `${listId}-${activeIndex}`)}
      onKeyDown={walk}
      onFocus={(event) => event.target === event.currentTarget && activeIndex < 0 && goTo(0)}
    >
      <div role="presentation" className={classes.runway} style={{ height: virtualizer.getTotalSize() }}>
        {rows.map((row) => {
          const item = items[row.index];
          if (item === undefined) return null;
          const isSelected = keyOf(item) === selectedKey;
          const isActive = row.index === activeIndex;
          return (
            <Row
              key={keyOf(item)}
              ref={props.isRowHeightFixed ? undefined : virtualizer.measureElement}
              id={`${listId}-${row.index}`}
              row={row}
              isSelected={isSelected}
              isActive={isActive}
              onOpen={() => {
                stand(row.index);
                onOpen(item);
              }}
              onEnter={() => rest.on(item)}
              onLeave={rest.off}
              onPress={() => props.onRest?.(item)}
            >
              {renderRow(item, { isSelected, isActive })}
            </Row>
          );
        })}
      </div>
    </div>
  );
}

/**
 * False at first. Rows would otherwise be built while the list is being placed, all at once; a moment later they are
 * built in small steps, between which clicks and keys are heard.
 */
function useIsListPlaced(): boolean {
  const [isPlaced, setIsPlaced] = useState(false);
  useEffect(() => startTransition(() => setIsPlaced(true)), []);
  return isPlaced;
}

// A grid and not a listbox, since rows hold buttons of their own; not a table, whose rows cannot be placed freely.
function gridAria(label: string, count: number, activeId: string | undefined) {
  return {
    role: "grid",
    tabIndex: 0,
    "aria-label": label,
    "aria-rowcount": count,
    ...(activeId === undefined ? {} : { "aria-activedescendant": activeId }),
  };
}

interface RowProps extends RowState {
  readonly ref: Ref<HTMLDivElement> | undefined;
  readonly id: string;
  readonly row: VirtualItem;
  readonly onOpen: () => void;
  readonly onEnter: () => void;
  readonly onLeave: () => void;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

function Row({ ref, id, row, isSelected, isActive, children, ...on }: RowProps): ReactNode {
  const aria = { role: "row", "aria-rowindex": row.index + 1, "aria-selected": isSelected };
  const cellAria = { role: "gridcell" };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the focus and hears the keys for its rows.
    // biome-ignore lint/a11y/noStaticElementInteractions: its role stands in the spread attributes.
    <div
      ref={ref}
      id={id}
      data-index={row.index}
      data-active={isActive || undefined}
      className={classes.row}
      style={{ transform: `translateY(${row.start}px)` }}
      onClick={on.onOpen}
      onPointerEnter={on.onEnter}
      onPointerLeave={on.onLeave}
      onPointerDown={on.onPress}
      {...aria}
    >
      <div {...cellAria}>{children}</div>
    </div>
  );
}

/** Which row the keyboard stands on, and the window of rows that exist around what is in view. */
function useListCursor<Item>(props: VirtualListProps<Item>) {
  const { items, keyOf, rowHeight, isRowHeightFixed = false, selectedKey, scrollTo } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [activeKey, setActiveKey] = useState<string | undefined>(selectedKey);
  /** The row that was clicked or walked to here: it is in view already. */
  const chosenKey = useRef<string>(undefined);
  const { keyAt, indexOf } = useItemKeys(items, keyOf);
  const activeIndex = useMemo(() => indexOf(activeKey), [indexOf, activeKey]);

  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    // Rows of one height are not told apart: a change in a list of fifty thousand has nothing measured or named anew.
    ...(isRowHeightFixed ? {} : { getItemKey: keyAt }),
    overscan: 6,
    // The active row has to exist even when it is scrolled away: the screen reader's cursor points at it.
    rangeExtractor: useCallback(
      (range: Range) => {
        const indexes = defaultRangeExtractor(range);
        if (activeIndex < 0 || indexes.includes(activeIndex)) return indexes;
        return [...indexes, activeIndex].sort((one, other) => one - other);
      },
      [activeIndex],
    ),
  });

  /** On a row that is in view: asking where it lies would have the page laid out at once. */
  const stand = (index: number): void => {
    const item = items[index];
    if (item === undefined) return;
    chosenKey.current = keyOf(item);
    setActiveKey(chosenKey.current);
  };
  const goTo = (index: number): void => {
    if (items[index] === undefined) return;
    stand(index);
    virtualizer.scrollToIndex(index, { align: "auto" });
  };
  const goToSelected = useEffectEvent(() => {
    if (selectedKey !== chosenKey.current) goTo(indexOf(selectedKey));
  });
  useEffect(() => {
    if (selectedKey !== undefined) goToSelected();
  }, [selectedKey]);
  const jump = useEffectEvent((index: number) => virtualizer.scrollToIndex(index, { align: "start" }));
  useEffect(() => {
    if (scrollTo) jump(scrollTo.index);
  }, [scrollTo]);
  return { scroller, virtualizer, activeIndex, stand, goTo };
}

interface Rest<Item> {
  readonly on: (item: Item | undefined) => void;
  readonly off: () => void;
}

/** Tells of a row that was not left at once. */
function useRest<Item>(onRest: ((item: Item) => void) | undefined): Rest<Item> {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const off = useCallback(() => clearTimeout(timer.current), []);
  useEffect(() => off, [off]);
  return {
    off,
    on: (item) => {
      off();
      if (onRest && item !== undefined) timer.current = setTimeout(() => onRest(item), REST_MS);
    },
  };
}

/** The same functions for the same items: another one would have every row of a long list placed anew. */
function useItemKeys<Item>(items: readonly Item[], keyOf: (item: Item) => string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a key depends on its item and on nothing else.
  return useMemo(
    () => ({
      keyAt: (index: number): string | number => {
        const item = items[index];
        return item === undefined ? index : keyOf(item);
      },
      indexOf: (key: string | undefined): number =>
        key === undefined ? -1 : items.findIndex((item) => keyOf(item) === key),
    }),
    [items],
  );
}

/** Tells once for each length of the list: a page that is being loaded must not be asked for again. */
function useEndReached(lastIndex: number, count: number, onEndReached: (() => void) | undefined): void {
  const tell = useEffectEvent(() => onEndReached?.());
  const isNearEnd = lastIndex >= count - END_DISTANCE;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a list that grew has a new end to reach.
  useEffect(() => {
    if (isNearEnd) tell();
  }, [isNearEnd, count]);
}
