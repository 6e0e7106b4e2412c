/** Where a painting may never come: a tab in the background does not paint at all. */
const PAINT_TIMEOUT_MS = 500;
/** A page that never rests must not put off forever what waits for its rest. */
const IDLE_TIMEOUT_MS = 1500;

/** What `afterPaint` needs of a window. */
export interface PaintingWindow {
  readonly document: Pick<Document, "visibilityState">;
  requestAnimationFrame(callback: () => void): number;
  setTimeout(callback: () => void, delayMs?: number): unknown;
  /** Not in every browser. */
  requestIdleCallback?: (callback: () => void, options?: { timeout: number }) => unknown;
}

/** Resolves when what has been rendered so far is on the screen. */
export function nextPaint(on: PaintingWindow): Promise<void> {
  return new Promise((resolve) => {
    if (on.document.visibilityState === "hidden") return resolve();
    // The frame's callbacks run before it is painted; the next task runs after.
    on.requestAnimationFrame(() => on.setTimeout(resolve));
    on.setTimeout(resolve, PAINT_TIMEOUT_MS);
  });
}

function nextIdle(on: PaintingWindow): Promise<void> {
  return new Promise((resolve) => {
    if (on.requestIdleCallback) on.requestIdleCallback(resolve, { timeout: IDLE_TIMEOUT_MS });
    else on.setTimeout(resolve);
  });
}

/**
 * Resolves when what has been rendered so far is on the screen and the browser has nothing better to do. Whatever no
 * screen needs at once (the soft phone's engine, menus nobody has opened) is loaded behind it.
 */
export async function afterPaint(on: PaintingWindow): Promise<void> {
  await nextPaint(on);
  await nextIdle(on);
}
