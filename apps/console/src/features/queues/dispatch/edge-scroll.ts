interface Point {
  readonly x: number;
  readonly y: number;
}

export interface EdgeScroll {
  follow(at: Point): void;
  stop(): void;
}

/** How near to the edge the pointer has to be held, and how far a frame then goes. */
const EDGE_PX = 48;
const STEP_PX = 9;

/**
 * Scrolls what an element is in while something is dragged to its upper or lower edge: otherwise only the places on
 * the screen could be reached.
 */
export function edgeScroll(element: Element, onScroll: (at: Point) => void): EdgeScroll {
  const scroller = scrollerOf(element);
  let pointer: Point | undefined;
  let frame: number | undefined;
  const step = (): void => {
    frame = undefined;
    const distance = pointer && scroller ? distanceFor(scroller, pointer.y) : 0;
    if (!(pointer && scroller) || distance === 0) return;
    const before = scroller.scrollTop;
    scroller.scrollTop += distance;
    if (scroller.scrollTop === before) return;
    onScroll(pointer);
    frame = requestAnimationFrame(step);
  };
  return {
    follow: (at) => {
      pointer = at;
      frame ??= requestAnimationFrame(step);
    },
    stop: () => {
      if (frame !== undefined) cancelAnimationFrame(frame);
      frame = undefined;
      pointer = undefined;
    },
  };
}

function distanceFor(scroller: Element, y: number): number {
  const { top, bottom } = scroller.getBoundingClientRect();
  if (y < top + EDGE_PX) return -STEP_PX;
  return y > bottom - EDGE_PX ? STEP_PX : 0;
}

function scrollerOf(element: Element): Element | null {
  const { parentElement } = element;
  if (!parentElement) return null;
  const isScroller = ["auto", "scroll"].includes(getComputedStyle(parentElement).overflowY);
  return isScroller ? parentElement : scrollerOf(parentElement);
}
