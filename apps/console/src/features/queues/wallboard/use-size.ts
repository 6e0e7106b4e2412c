import { type RefCallback, useCallback, useState } from "react";
import type { Size } from "./tile-grid.ts";

/** The size of an element, as it changes. */
export function useSize(): readonly [ref: RefCallback<HTMLElement>, size: Size] {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, size];
}
