import type { Page } from "@playwright/test";

const FLING_FRAMES = 240;

/** As text: a named function inside would carry a helper of the compiler that the page does not have. */
const FLING = `(selector, count, screens) => new Promise((resolve) => {
  const box = document.querySelector(selector);
  const frames = [];
  let last = performance.now();
  requestAnimationFrame(function step(now) {
    frames.push(now - last);
    last = now;
    if (frames.length >= count) return resolve(frames.slice(1));
    box.scrollTop += box.clientHeight * screens;
    requestAnimationFrame(step);
  });
})`;

/** Frames while a list or a thread is moved, by so many screens a frame; below zero upwards. */
export function flingFrames(page: Page, selector: string, screens: number): Promise<number[]> {
  return page.evaluate<number[]>(`(${FLING})(${JSON.stringify(selector)}, ${FLING_FRAMES}, ${screens})`);
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

const REFRESH_MS = 1000 / 60;

/**
 * In whole refreshes of the screen, since nothing is drawn between two of them: browsers tell the times of frames to a
 * tenth of a millisecond, by which two neighbors seem to be 16.6 to 16.8 apart.
 */
export function frameTime(frames: readonly number[]): number {
  return Math.round(percentile(frames, 0.99) / REFRESH_MS) * REFRESH_MS;
}
