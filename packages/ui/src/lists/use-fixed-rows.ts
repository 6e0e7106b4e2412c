import { type RefObject, startTransition, useEffect, useEffectEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { type FixedRows, movedView, placedRows, type RowView, type RowWindow } from "./row-window.ts";

/** Beyond both edges of what is in view: the browser scrolls ahead of what is drawn. */
const SPARE_ROWS = 6;
const CALM_MS = 100;
/** Until the browser has told how high the list is. */
const GUESSED_PX = 640;

/**
 * The rows in view of a list whose rows have one height. Nothing is measured: the browser tells the height of the list
 * when it has laid out the page, so that building the list never has the page laid out before its time.
 */
export function useFixedRows(scroller: RefObject<HTMLElement | null>, rows: FixedRows): RowWindow {
  const { count, rowHeight } = rows;
  const [view, setView] = useState<RowView>(() => ({
    first: 0,
    last: Math.ceil(GUESSED_PX / rowHeight),
    shift: 0,
  }));
  const seen = useRef<{ readonly offset: number; readonly height: number | undefined }>({
    offset: 0,
    height: undefined,
  });
  /** Asked for before the height was known. */
  const waiting = useRef<Parameters<RowWindow["show"]>>(undefined);

  const look = (offset: number, spare = SPARE_ROWS): void => {
    const { height = GUESSED_PX } = seen.current;
    seen.current = { ...seen.current, offset };
    const first = Math.max(0, Math.floor(offset / rowHeight) - spare);
    const last = Math.ceil((offset + height) / rowHeight) - 1 + spare;
    setView((before) => movedView(before, first, last));
  };
  const show: RowWindow["show"] = (index, place) => {
    const { offset, height } = seen.current;
    if (height === undefined) {
      waiting.current = [index, place];
      return;
    }
    const start = index * rowHeight;
    const lowest = start + rowHeight - height;
    const wished = place === "top" ? start : Math.min(start, Math.max(lowest, offset));
    const target = Math.max(0, Math.min(wished, count * rowHeight - height));
    if (target === offset) return;
    scroller.current?.scrollTo({ top: target });
    look(target);
  };
  useScrolling(scroller, {
    seen: () => seen.current,
    look,
    onHeight: (height, offset) => {
      const isFirst = seen.current.height === undefined;
      // Out of sight, a list has no height and cannot be scrolled: what is to be shown waits until it is back.
      seen.current = { offset, height: height === 0 ? undefined : height };
      if (height === 0) return;
      const follow = (): void => {
        look(offset);
        if (waiting.current) show(...waiting.current);
        waiting.current = undefined;
      };
      if (isFirst) startTransition(follow);
      else follow();
    },
  });
  return { rows: placedRows(view, rows), height: count * rowHeight, show };
}

interface Scrolling {
  readonly seen: () => { readonly offset: number; readonly height: number | undefined };
  readonly look: (offset: number, spare?: number) => void;
  readonly onHeight: (height: number, offset: number) => void;
}

function useScrolling(scroller: RefObject<HTMLElement | null>, scrolling: Scrolling): void {
  const calm = useRef<ReturnType<typeof setTimeout>>(undefined);
  const settle = useEffectEvent(() => startTransition(() => scrolling.look(scrolling.seen().offset)));
  const follow = useEffectEvent((offset: number) => {
    const { offset: before, height = 0 } = scrolling.seen();
    const isFling = Math.abs(offset - before) > height;
    clearTimeout(calm.current);
    if (isFling) calm.current = setTimeout(() => settle(), CALM_MS);
    // At once: what the browser has scrolled to is drawn in the same frame. A list that moves by more than a screen
    // leaves spare rows behind before anybody sees them.
    flushSync(() => scrolling.look(offset, isFling ? 0 : SPARE_ROWS));
  });
  const takeHeight = useEffectEvent((height: number, offset: number) => scrolling.onHeight(height, offset));
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const onScroll = (): void => follow(element.scrollTop);
    element.addEventListener("scroll", onScroll, { passive: true });
    const sizes = new ResizeObserver(
      ([entry]) => entry && takeHeight(entry.contentRect.height, element.scrollTop),
    );
    sizes.observe(element);
    return () => {
      element.removeEventListener("scroll", onScroll);
      sizes.disconnect();
      clearTimeout(calm.current);
    };
  }, [scroller]);
}
