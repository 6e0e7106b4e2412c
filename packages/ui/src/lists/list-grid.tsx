import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
} from "react";
import { indexAfterKey } from "./list-navigation.ts";
import { ListRow, rowIndexOf } from "./list-row.tsx";
import type { ActiveRow, ListProps } from "./list-states.tsx";
import type { RowWindow } from "./row-window.ts";
import { useRest } from "./use-rest.ts";
import { useRowsInSteps } from "./use-rows-in-steps.ts";
import classes from "./virtual-list.module.css";

interface ListGridProps<Item> extends ListProps<Item> {
  readonly rowHeightOf?: (item: Item) => number;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly active: ActiveRow;
  readonly window: RowWindow;
}

const END_DISTANCE = 5;

/** The rows of a list that exist, and what the pointer and the keyboard do with them. */
export function ListGrid<Item>(props: ListGridProps<Item>): ReactNode {
  const { items, keyOf, label, renderRow, rowHeight, selectedKey, scroller, active } = props;
  const { rowHeightOf = () => rowHeight } = props;
  const { height, measure } = props.window;
  const listId = useId();
  const rows = useRowsInSteps(props.window.rows);
  useEndReached(rows.at(-1)?.index ?? 0, items.length, props.onEndReached);
  const on = useRowEvents(props);
  const rowId = (index: number): string => `${listId}-${index}`;
  return (
    <div
      ref={scroller}
      className={classes.scroller}
      {...gridAria(label, items.length, active.index < 0 ? undefined : rowId(active.index))}
      {...on}
    >
      <div role="presentation" className={classes.runway} style={{ height }}>
        {rows.map(({ name, index, start }) => {
          const item = items[index];
          if (item === undefined) return null;
          const isActive = index === active.index;
          return (
            <ListRow
              key={name}
              measure={measure}
              id={isActive ? rowId(index) : undefined}
              item={item}
              index={index}
              start={start}
              height={measure ? undefined : rowHeightOf(item)}
              isSelected={keyOf(item) === selectedKey}
              isActive={isActive}
              renderRow={renderRow}
            />
          );
        })}
      </div>
    </div>
  );
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

/** The list listens for its rows, so React need not draw a row again because the list changed. */
function useRowEvents<Item>(props: ListGridProps<Item>) {
  const { items, rowHeight, active, scroller, onOpen, onRest } = props;
  const rest = useRest(onRest);
  const { stand, goTo } = useStanding(props);
  /** Whoever presses on a row means that row: a list that moved to its first one meanwhile would lose the click. */
  const isPressed = useRef(false);
  const itemOf = (target: EventTarget | null): Item | undefined => {
    const index = target === null ? undefined : rowIndexOf(target);
    return index === undefined ? undefined : items[index];
  };
  const walk = (event: KeyboardEvent): void => {
    // Keys pressed in a button or a field of a row belong to it.
    if (event.target !== event.currentTarget || event.altKey || event.ctrlKey || event.metaKey) return;
    const pageSize = Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1;
    const next = indexAfterKey(event.key, { index: active.index, count: items.length, pageSize });
    const standing = items[active.index];
    if (next !== undefined) {
      goTo(next);
      rest.on(items[next]);
    } else if ((event.key === "Enter" || event.key === " ") && standing !== undefined) onOpen(standing);
    else return;
    event.preventDefault();
  };
  return {
    onKeyDown: walk,
    onMouseDown: (): void => {
      isPressed.current = true;
      // The focus comes with the press itself.
      setTimeout(() => {
        isPressed.current = false;
      });
    },
    onFocus: (event: { readonly target: EventTarget; readonly currentTarget: EventTarget }): void => {
      if (event.target === event.currentTarget && active.index < 0 && !isPressed.current) goTo(0);
    },
    onClick: ({ target }: { readonly target: EventTarget }): void => {
      const item = itemOf(target);
      if (item === undefined) return;
      stand(item);
      onOpen(item);
    },
    onPointerOver: ({ target }: PointerEvent): void => rest.on(itemOf(target)),
    onPointerOut: ({ target, relatedTarget }: PointerEvent): void => {
      if (itemOf(target) !== itemOf(relatedTarget)) rest.off();
    },
    onPointerDown: ({ target }: PointerEvent): void => {
      const item = itemOf(target);
      if (item !== undefined) onRest?.(item);
    },
  };
}

/** Brings the keyboard's row into view, as well as what is selected or jumped to from elsewhere. */
function useStanding<Item>({ items, keyOf, selectedKey, scrollTo, active, window }: ListGridProps<Item>) {
  /** The row that was clicked or walked to here: it is in view already. */
  const chosenKey = useRef<string>(undefined);
  const stand = (item: Item): void => {
    chosenKey.current = keyOf(item);
    active.stand(chosenKey.current);
  };
  const goTo = (index: number): void => {
    const item = items[index];
    if (item === undefined) return;
    stand(item);
    window.show(index, "nearest");
  };
  const goToSelected = useEffectEvent(() => {
    if (selectedKey !== chosenKey.current) goTo(items.findIndex((item) => keyOf(item) === selectedKey));
  });
  useEffect(() => {
    if (selectedKey !== undefined) goToSelected();
  }, [selectedKey]);
  const jump = useEffectEvent((index: number) => window.show(index, "top"));
  useEffect(() => {
    if (scrollTo) jump(scrollTo.index);
  }, [scrollTo]);
  return { stand, goTo };
}

/** Tells once for each length of the list: a page that is being loaded must not be asked for again. */
function useEndReached(lastIndex: number, count: number, onEndReached: (() => void) | undefined): void {
  const tell = useEffectEvent(() => onEndReached?.());
  const isNearEnd = lastIndex >= count - END_DISTANCE;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a list that grew has a new end to reach.
  useEffect(() => {
    if (!isNearEnd) return undefined;
    // Behind the frame that is being drawn: while a list is flung, asking for the next page would make it late.
    const timer = setTimeout(() => tell());
    return () => clearTimeout(timer);
  }, [isNearEnd, count]);
}
