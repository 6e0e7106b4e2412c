interface Size {
  readonly width: number;
  readonly height: number;
}

/** Measured from the middle of the stage. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** How a picture lies on its stage: `x` and `y` shift its middle from the middle of the stage. */
export interface ZoomPan extends Point {
  readonly scale: number;
}

export interface Geometry {
  readonly stage: Size;
  /** The picture as it is laid out at scale 1. */
  readonly picture: Size;
}

export const MIN_ZOOM = 1;
export const MAX_ZOOM = 5;
const TOGGLED_ZOOM = 2;
const MIDDLE: Point = { x: 0, y: 0 };

export const unzoomed: ZoomPan = { scale: MIN_ZOOM, x: 0, y: 0 };

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

/** A picture smaller than the stage stays in the middle; of a larger one no edge comes further in than the stage's. */
function bounded(state: ZoomPan, { stage, picture }: Geometry): ZoomPan {
  const reach = (pictureLength: number, stageLength: number): number =>
    Math.max(0, (pictureLength * state.scale - stageLength) / 2);
  const reachX = reach(picture.width, stage.width);
  const reachY = reach(picture.height, stage.height);
  // The 0 turns a -0 from the clamping into a plain one.
  return {
    scale: state.scale,
    x: clamp(state.x, -reachX, reachX) + 0,
    y: clamp(state.y, -reachY, reachY) + 0,
  };
}

/** What lies under the point stays under it, as far as the bounds allow. */
export function zoomAt(state: ZoomPan, scale: number, geometry: Geometry, point: Point = MIDDLE): ZoomPan {
  const next = clamp(scale, MIN_ZOOM, MAX_ZOOM);
  const ratio = next / state.scale;
  const shifted = {
    scale: next,
    x: point.x - (point.x - state.x) * ratio,
    y: point.y - (point.y - state.y) * ratio,
  };
  return bounded(shifted, geometry);
}

export function panBy(state: ZoomPan, by: Point, geometry: Geometry): ZoomPan {
  return bounded({ scale: state.scale, x: state.x + by.x, y: state.y + by.y }, geometry);
}

/** The double click: to 2x where it hit, and back to 1x from anywhere. */
export function toggleZoom(state: ZoomPan, geometry: Geometry, point: Point): ZoomPan {
  return state.scale > MIN_ZOOM ? unzoomed : zoomAt(state, TOGGLED_ZOOM, geometry, point);
}

/** A notch of a wheel is a fifth; a trackpad's small steps add up to the same. */
export function scaleAfterWheel(scale: number, deltaY: number): number {
  return scale * Math.exp(-deltaY * 0.0018);
}
