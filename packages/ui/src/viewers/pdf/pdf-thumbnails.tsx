import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { Page } from "react-pdf";
import classes from "./pdf-thumbnails.module.css";

export interface PdfThumbnailsProps {
  readonly pageCount: number;
  /** The page in view. */
  readonly current: number;
  readonly onOpen: (page: number) => void;
}

const WIDTH = 70;
const HEIGHT = 118;

/** The pages in small beside the document; those in view alone are drawn. */
export function PdfThumbnails({ pageCount, current, onOpen }: PdfThumbnailsProps): ReactNode {
  const scroller = useRef<HTMLElement>(null);
  const virtualizer = useVirtualizer({
    count: pageCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => HEIGHT,
    overscan: 1,
  });
  useEffect(() => virtualizer.scrollToIndex(current - 1, { align: "auto" }), [virtualizer, current]);
  const press = (event: KeyboardEvent): void => {
    const next = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 1, End: pageCount }[event.key];
    if (next === undefined || next < 1 || next > pageCount) return;
    event.preventDefault();
    onOpen(next);
    // It may not be drawn before it is scrolled to.
    requestAnimationFrame(() => {
      scroller.current?.querySelector<HTMLElement>(`[data-thumbnail="${next}"]`)?.focus();
    });
  };
  return (
    <nav ref={scroller} className={classes.strip} aria-label="Thumbnails">
      <div className={classes.runway} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((item) => {
          const page = item.index + 1;
          return (
            <button
              key={item.key}
              type="button"
              className={classes.thumbnail}
              data-thumbnail={page}
              aria-label={`Page ${page}`}
              aria-current={page === current ? "page" : undefined}
              tabIndex={page === current ? 0 : -1}
              style={{ height: HEIGHT, transform: `translateY(${item.start}px)` }}
              onClick={() => onOpen(page)}
              onKeyDown={press}
            >
              <span className={classes.paper}>
                <Page
                  pageIndex={item.index}
                  width={WIDTH}
                  renderTextLayer={false}
                  renderAnnotationLayer={false}
                  loading={null}
                />
              </span>
              <span className={classes.number} data-numeric>
                {page}
              </span>
            </button>
          );
        })}
      </div>
    </nav>
  );
}
