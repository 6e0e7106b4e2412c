import { startTransition, useEffect, useEffectEvent, useState } from "react";
import { rowsShown } from "./first-rows.ts";
import type { PlacedRow } from "./row-window.ts";

/** So few that a slow machine lays them out and paints them in a frame that nobody has to wait for. */
const STEP_ROWS = 6;

/**
 * The rows of a list that has just come: none at first, and then a few more each time those before are on the screen.
 * Built all at once, a screenful would be laid out and painted in one go while clicks and keys wait.
 */
export function useRowsInSteps(rows: readonly PlacedRow[]): readonly PlacedRow[] {
  const [built, setBuilt] = useState(0);
  const buildMore = useEffectEvent(() => {
    const next = built + STEP_ROWS;
    startTransition(() => setBuilt(next < rows.length ? next : Number.POSITIVE_INFINITY));
  });
  useEffect(() => {
    if (built === Number.POSITIVE_INFINITY) return rowsShown();
    return afterFrame(() => buildMore());
  }, [built]);
  return built >= rows.length ? rows : rows.slice(0, built);
}

/** Calls back when what was drawn is on the screen; at once where nobody is looking and nothing is drawn. */
function afterFrame(callback: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = (): void => {
    timer = setTimeout(callback);
  };
  const frame = document.visibilityState === "hidden" ? undefined : requestAnimationFrame(soon);
  if (frame === undefined) soon();
  return () => {
    if (frame !== undefined) cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
