export const MIN_PDF_ZOOM = 25;
export const MAX_PDF_ZOOM = 200;
const PDF_ZOOM_STEP = 25;
export const DEFAULT_PDF_ZOOM = 75;

/** The width of a page at 100 percent. */
const FULL_WIDTH = 1280;
/** Beyond this many pixels a canvas costs more memory than the eye gains. */
const MAX_CANVAS_WIDTH = 2600;

/** The default, or in a pane too narrow for it the largest step that fits. */
export function firstZoomIn(paneWidth: number): number {
  const fitting = Math.floor((paneWidth / FULL_WIDTH) * (100 / PDF_ZOOM_STEP)) * PDF_ZOOM_STEP;
  return Math.min(DEFAULT_PDF_ZOOM, Math.max(MIN_PDF_ZOOM, fitting));
}

export function zoomBy(percent: number, steps: number): number {
  return Math.min(MAX_PDF_ZOOM, Math.max(MIN_PDF_ZOOM, percent + steps * PDF_ZOOM_STEP));
}

export function pageWidthAt(percent: number): number {
  return (FULL_WIDTH * percent) / 100;
}

/** As sharp as the screen, as long as a page of that width stays affordable. */
export function pixelRatioAt(pageWidth: number, screenRatio: number): number {
  return Math.max(1, Math.min(screenRatio, MAX_CANVAS_WIDTH / pageWidth));
}
