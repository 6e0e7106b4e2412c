import { type ReactNode, useMemo, useState } from "react";
import { ListSkeleton } from "../feedback/list-skeleton.tsx";
import { useLoadingShown } from "../feedback/use-loading-shown.ts";
import type { RowState } from "./list-row.tsx";

export interface ListProps<Item> {
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  readonly label: string;
  readonly renderRow: (item: Item, state: RowState) => ReactNode;
  readonly rowHeight: number;
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

export interface ActiveRow {
  /** Below zero: there is none. */
  readonly index: number;
  readonly stand: (key: string) => void;
}

/** What stands in the place of the rows. Undefined where there are some: they stay while more loads or a refresh fails. */
export function useInsteadOfRows<Item>(props: ListProps<Item>): { readonly shown: ReactNode } | undefined {
  const { items, status = "ready", rowHeight } = props;
  const isLoading = useLoadingShown(status === "loading" && items.length === 0);
  if (isLoading) return { shown: props.loadingSlot ?? <ListSkeleton rowHeight={rowHeight} /> };
  if (items.length > 0) return undefined;
  return { shown: status === "failed" ? props.errorSlot : props.emptySlot };
}

/** Whatever an item is, it has a name, and a click on what cannot be read leads nowhere. */
export function tolerant<Item>({ keyOf, onOpen, onRest }: ListProps<Item>) {
  const isReadable = (item: Item): boolean => keyIn(keyOf, item) !== undefined;
  return {
    keyOf: (item: Item): string => keyIn(keyOf, item) ?? "",
    onOpen: (item: Item): void => {
      if (isReadable(item)) onOpen(item);
    },
    ...(onRest && {
      onRest: (item: Item): void => {
        if (isReadable(item)) onRest(item);
      },
    }),
  };
}

function keyIn<Item>(keyOf: (item: Item) => unknown, item: Item): string | undefined {
  try {
    const key = keyOf(item);
    return typeof key === "string" && key !== "" ? key : undefined;
  } catch {
    return undefined;
  }
}

/** Which row the keyboard stands on: an item, wherever in the list it goes. */
export function useActiveRow<Item>({ items, keyOf, selectedKey }: ListProps<Item>): ActiveRow {
  const [key, stand] = useState<string | undefined>(selectedKey);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a key depends on its item and on nothing else.
  const index = useMemo(
    () => (key === undefined ? -1 : items.findIndex((item) => keyOf(item) === key)),
    [items, key],
  );
  return { index, stand };
}
