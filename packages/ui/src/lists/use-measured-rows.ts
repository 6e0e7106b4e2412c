import {
  defaultRangeExtractor,
  elementScroll,
  type Range,
  useVirtualizer,
  type Virtualizer,
  type VirtualizerOptions,
} from "@tanstack/react-virtual";
import { type RefObject, useCallback } from "react";
import type { RowWindow } from "./row-window.ts";

const SPARE_ROWS = 6;
/** Until the browser has told how high the list is. */
const GUESSED = { width: 0, height: 640 };

export interface MeasuredRows {
  readonly count: number;
  /** A guess for rows not yet seen. */
  readonly heightAt: (index: number) => number;
  /** No guess: it is so high, and need not be measured. */
  readonly isExact: boolean;
  readonly keyAt: (index: number) => string | number;
  /** Exists even when it is scrolled away: the screen reader's cursor points at it. Below zero: there is none. */
  readonly activeIndex: number;
}

type ListVirtualizer = Virtualizer<HTMLElement, Element>;

/** The rows in view of a list in which each row has a height of its own, measured once it is there. */
export function useMeasuredRows(
  scroller: RefObject<HTMLElement | null>,
  { count, heightAt, isExact, keyAt, activeIndex }: MeasuredRows,
): RowWindow {
  const virtualizer: ListVirtualizer = useVirtualizer<HTMLElement, Element>({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: heightAt,
    getItemKey: keyAt,
    overscan: SPARE_ROWS,
    initialRect: GUESSED,
    observeElementRect: watchSize,
    scrollToFn: scrollIfAsked,
    rangeExtractor: useCallback(
      (range: Range) => {
        const indexes = defaultRangeExtractor(range);
        if (activeIndex < 0 || indexes.includes(activeIndex)) return indexes;
        return [...indexes, activeIndex].sort((one, other) => one - other);
      },
      [activeIndex],
    ),
  });
  return {
    rows: virtualizer.getVirtualItems().map(({ key, index, start }) => ({ name: String(key), index, start })),
    height: virtualizer.getTotalSize(),
    show: (index, place) => virtualizer.scrollToIndex(index, { align: place === "top" ? "start" : "auto" }),
    ...(isExact ? {} : { measure: virtualizer.measureElement }),
  };
}

/** To the top of a list that has just come the library scrolls too, which has the page laid out before its time. */
const scrollIfAsked: VirtualizerOptions<HTMLElement, Element>["scrollToFn"] = (offset, how, list) => {
  const isBeginning = offset === 0 && how.adjustments === undefined && how.behavior === undefined;
  if (!isBeginning) elementScroll(offset, how, list);
};

/** The library's own asks for the size while the list is being built, which has the page laid out before its time. */
function watchSize(
  { scrollElement }: ListVirtualizer,
  take: (size: { readonly width: number; readonly height: number }) => void,
): () => void {
  const sizes = new ResizeObserver(([entry]) => entry && take(entry.contentRect));
  if (scrollElement) sizes.observe(scrollElement);
  return () => sizes.disconnect();
}
