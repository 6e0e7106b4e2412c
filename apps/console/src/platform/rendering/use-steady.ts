import { useCallback, useLayoutEffect, useRef } from "react";

/** The same function as long as the component lives, which does what the newest one does: its users stay as drawn. */
export function useSteady<Given extends readonly unknown[], Result>(
  newest: (...given: Given) => Result,
): (...given: Given) => Result {
  const latest = useRef(newest);
  useLayoutEffect(() => {
    latest.current = newest;
  });
  return useCallback((...given: Given) => latest.current(...given), []);
}
