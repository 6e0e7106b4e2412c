import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";

export interface AnchoredScrollOptions {
  /** Changes with everything that is shown. */
  readonly content: unknown;
  readonly hasBefore: boolean;
  readonly hasAfter: boolean;
  /** The row to open at: its key. Undefined: the end. */
  readonly start: string | undefined;
  /** A row to bring into view, each time another object is given. */
  readonly target: { readonly key: string } | undefined;
  readonly onNearTop: () => void;
  readonly onNearEnd: () => void;
  /** Whether the end of the thread is in view. */
  readonly onAtEnd: (isAtEnd: boolean) => void;
}

interface Anchor {
  readonly key: string;
  /** From the top of what is in view to the top of the row. */
  readonly offset: number;
}

/** Loading begins this far from the edge, so that a user who scrolls does not run into it. */
const NEAR_PX = 900;
const END_PX = 40;
const START_SHARE = 0.25;

/**
 * Keeps what the reader looks at where it is, whatever is added above or below or changes its height; at the end of a
 * thread it keeps the end in view instead. Rows are children of `list` with `data-key`, and headings with
 * `data-heading`.
 */
export function useAnchoredScroll(
  scroller: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
  options: AnchoredScrollOptions,
): { toEnd: () => void } {
  const anchor = useRef<Anchor | "end">("end");
  const isPlaced = useRef(false);

  const hold = useEffectEvent(() => {
    const view = scroller.current;
    const rows = list.current;
    if (!view || !rows) return;
    const distance = view.scrollHeight - view.scrollTop - view.clientHeight;
    const isAtEnd = distance < END_PX && !options.hasAfter;
    anchor.current = isAtEnd ? "end" : (anchorIn(view, rows) ?? "end");
    options.onAtEnd(isAtEnd);
    if (view.scrollTop < NEAR_PX && options.hasBefore) options.onNearTop();
    if (distance < NEAR_PX && options.hasAfter) options.onNearEnd();
  });

  const restore = useEffectEvent(() => {
    const view = scroller.current;
    const rows = list.current;
    if (!view || !rows) return;
    const kept = anchor.current;
    if (kept === "end") {
      view.scrollTop = view.scrollHeight;
      return;
    }
    const row = rowOf(rows, kept.key);
    if (row) view.scrollTop = row.offsetTop - kept.offset;
  });

  const place = useEffectEvent(() => {
    const view = scroller.current;
    const rows = list.current;
    if (!view || !rows?.firstElementChild) return;
    isPlaced.current = true;
    const row = options.start === undefined ? undefined : rowOf(rows, options.start);
    if (row) {
      view.scrollTop = row.offsetTop - view.clientHeight * START_SHARE;
      anchor.current = anchorIn(view, rows) ?? "end";
    } else view.scrollTop = view.scrollHeight;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is shown may have changed the heights.
  useLayoutEffect(() => {
    if (isPlaced.current) restore();
    else place();
    hold();
  }, [options.content]);

  const show = useEffectEvent((key: string) => {
    const view = scroller.current;
    const rows = list.current;
    const row = rows && rowOf(rows, key);
    if (!view || !rows || !row) return;
    view.scrollTop = row.offsetTop - (view.clientHeight - row.offsetHeight) / 2;
    hold();
  });
  useLayoutEffect(() => {
    if (options.target) show(options.target.key);
  }, [options.target]);

  useEffect(() => {
    const view = scroller.current;
    const rows = list.current;
    if (!view || !rows) return;
    const onScroll = (): void => hold();
    view.addEventListener("scroll", onScroll, { passive: true });
    // Pictures arrive, the window changes, the composer grows.
    const sizes = new ResizeObserver(() => restore());
    sizes.observe(rows);
    sizes.observe(view);
    return () => {
      view.removeEventListener("scroll", onScroll);
      sizes.disconnect();
    };
  }, [scroller, list]);

  return {
    toEnd: () => {
      anchor.current = "end";
      restore();
    },
  };
}

function rowOf(rows: HTMLElement, key: string): HTMLElement | undefined {
  return rows.querySelector<HTMLElement>(`:scope > [data-key="${CSS.escape(key)}"]`) ?? undefined;
}

/** The first row in view that is no heading. Rows stand in order, so a few looks find it among any number. */
function anchorIn(view: HTMLElement, rows: HTMLElement): Anchor | undefined {
  const { children } = rows;
  let [low, high] = [0, children.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    const row = children[middle] as HTMLElement;
    if (row.offsetTop + row.offsetHeight > view.scrollTop) high = middle;
    else low = middle + 1;
  }
  const first = children[low] as HTMLElement | undefined;
  const isHeading = first?.dataset.heading !== undefined;
  const row = (isHeading && (first.nextElementSibling as HTMLElement | null)) || first;
  const key = row?.dataset.key;
  return row && key !== undefined ? { key, offset: row.offsetTop - view.scrollTop } : undefined;
}
