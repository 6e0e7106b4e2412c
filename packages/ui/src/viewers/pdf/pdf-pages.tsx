import { useVirtualizer } from "@tanstack/react-virtual";
import {
  type ReactNode,
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { Page } from "react-pdf";
import classes from "./pdf-viewer.module.css";
import { pageWidthAt, pixelRatioAt } from "./pdf-zoom.ts";

export interface PdfPagesHandle {
  /** From 1. */
  goTo(page: number): void;
}

export interface PdfPagesProps {
  readonly ref?: Ref<PdfPagesHandle>;
  readonly pageCount: number;
  readonly startPage: number;
  readonly zoom: number;
  readonly onPageChange: (page: number) => void;
}

/** Height by width of a letter page, until the first page tells its own. */
const LETTER = 11 / 8.5;
const GAP = 12;

/** Only the pages in view and their neighbors are drawn: a document of any length scrolls alike. */
export function PdfPages({ ref, pageCount, startPage, zoom, onPageChange }: PdfPagesProps): ReactNode {
  const scroller = useRef<HTMLDivElement>(null);
  const [ratios, setRatios] = useState<Readonly<Record<number, number>>>({});
  const width = pageWidthAt(zoom);
  const heightOf = (index: number): number => Math.round(width * (ratios[index] ?? ratios[0] ?? LETTER));

  const virtualizer = useVirtualizer({
    count: pageCount,
    getScrollElement: () => scroller.current,
    estimateSize: heightOf,
    gap: GAP,
    paddingStart: GAP,
    paddingEnd: GAP,
    overscan: 1,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: every one of these changes the heights.
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, width, ratios]);
  useStayOnPage(scroller, width);
  useImperativeHandle(
    ref,
    () => ({ goTo: (page) => virtualizer.scrollToIndex(page - 1, { align: "start" }) }),
    [virtualizer],
  );

  // Once, and when the first page has told how tall all of them are.
  const isMeasured = ratios[0] !== undefined || ratios[startPage - 1] !== undefined;
  const openAtStart = useEffectEvent(() => {
    if (startPage > 1 && startPage <= pageCount) virtualizer.scrollToIndex(startPage - 1, { align: "start" });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the heights have changed.
  useEffect(() => openAtStart(), [isMeasured]);

  const middle = (virtualizer.scrollOffset ?? 0) + (scroller.current?.clientHeight ?? 0) / 3;
  const pages = virtualizer.getVirtualItems();
  const current = (pages.findLast((page) => page.start <= middle)?.index ?? 0) + 1;
  const tellPage = useEffectEvent(onPageChange);
  useEffect(() => tellPage(current), [current]);

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable to be scrolled by keys.
    <section ref={scroller} className={classes.scroller} aria-label="Pages" tabIndex={0}>
      <div className={classes.runway} style={{ height: virtualizer.getTotalSize(), minWidth: width }}>
        {pages.map((item) => (
          <div
            key={item.key}
            className={classes.page}
            data-page={item.index + 1}
            style={{ width, height: heightOf(item.index), transform: `translate(-50%, ${item.start}px)` }}
          >
            <Page
              pageIndex={item.index}
              width={width}
              devicePixelRatio={pixelRatioAt(width, window.devicePixelRatio)}
              loading={null}
              onLoadSuccess={({ originalWidth, originalHeight }) => {
                const ratio = originalHeight / originalWidth;
                setRatios((before) =>
                  before[item.index] === ratio ? before : { ...before, [item.index]: ratio },
                );
              }}
            />
          </div>
        ))}
      </div>
    </section>
  );
}

/** Zooming keeps what was in the middle of the view in the middle of the view. */
function useStayOnPage(scroller: React.RefObject<HTMLDivElement | null>, width: number): void {
  const widthBefore = useRef(width);
  useLayoutEffect(() => {
    const element = scroller.current;
    const growth = width / widthBefore.current;
    widthBefore.current = width;
    if (!element || growth === 1) return;
    const half = element.clientHeight / 2;
    element.scrollTop = (element.scrollTop + half) * growth - half;
    element.scrollLeft = (element.scrollWidth - element.clientWidth) / 2;
  }, [scroller, width]);
}
