import { useCallback, useEffect, useRef } from "react";

/** Longer than a pointer takes to pass over a row, and shorter than it takes to press there. */
const REST_MS = 50;

export interface Rest<Item> {
  readonly on: (item: Item | undefined) => void;
  readonly off: () => void;
}

/** Tells of a row that was not left at once. */
export function useRest<Item>(onRest: ((item: Item) => void) | undefined): Rest<Item> {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const resting = useRef<Item>(undefined);
  const off = useCallback(() => {
    clearTimeout(timer.current);
    resting.current = undefined;
  }, []);
  useEffect(() => off, [off]);
  return {
    off,
    on: (item) => {
      // Moving about in a row is no leaving of it.
      if (item !== undefined && item === resting.current) return;
      off();
      resting.current = item;
      if (onRest && item !== undefined) timer.current = setTimeout(() => onRest(item), REST_MS);
    },
  };
}
