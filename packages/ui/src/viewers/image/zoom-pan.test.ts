import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type Geometry,
  panBy,
  scaleAfterWheel,
  toggleZoom,
  unzoomed,
  type ZoomPan,
  zoomAt,
} from "./zoom-pan.ts";

const geometry: Geometry = { stage: { width: 800, height: 600 }, picture: { width: 800, height: 400 } };

test.each<[string, ZoomPan, ZoomPan]>([
  ["zooming at the middle moves nothing", zoomAt(unzoomed, 2, geometry), { scale: 2, x: 0, y: 0 }],
  [
    "zooming at a point keeps it there",
    zoomAt(unzoomed, 2, geometry, { x: 100, y: 50 }),
    { scale: 2, x: -100, y: -50 },
  ],
  ["not below 1", zoomAt({ scale: 2, x: 100, y: 0 }, 0.3, geometry), unzoomed],
  ["not above 5", zoomAt(unzoomed, 12, geometry), { scale: 5, x: 0, y: 0 }],
  ["an unzoomed picture cannot be dragged", panBy(unzoomed, { x: 90, y: -70 }, geometry), unzoomed],
  [
    "a drag stops at the edge",
    panBy({ scale: 2, x: 0, y: 0 }, { x: 9000, y: -9000 }, geometry),
    { scale: 2, x: 400, y: -100 },
  ],
  [
    "a double click zooms to 2 where it hit",
    toggleZoom(unzoomed, geometry, { x: -200, y: 0 }),
    { scale: 2, x: 200, y: 0 },
  ],
  [
    "a double click on a zoomed one goes back",
    toggleZoom({ scale: 3.4, x: 90, y: 5 }, geometry, { x: 1, y: 1 }),
    unzoomed,
  ],
])("%s", (_rule, result, expected) => {
  expect(result).toEqual(expected);
});

test("a wheel there and back again is no change", () => {
  expect(scaleAfterWheel(scaleAfterWheel(1.7, 120), -120)).toBeCloseTo(1.7);
  expect(scaleAfterWheel(1, -100)).toBeGreaterThan(1);
});

const length = fc.integer({ min: 1, max: 4000 });
const anyGeometry = fc
  .record({ stageWidth: length, stageHeight: length, width: length, height: length })
  .map(({ stageWidth, stageHeight, width, height }) => {
    // As the viewer lays it out: shrunk to fit, never blown up.
    const fit = Math.min(1, stageWidth / width, stageHeight / height);
    return {
      stage: { width: stageWidth, height: stageHeight },
      picture: { width: width * fit, height: height * fit },
    };
  });
const coordinate = fc.integer({ min: -3000, max: 3000 });
const anyPoint = fc.record({ x: coordinate, y: coordinate });

test("whatever one does, the picture stays on the stage", () => {
  const act = fc.oneof(
    fc.record({
      kind: fc.constant("zoom" as const),
      scale: fc.double({ min: 0.1, max: 9, noNaN: true }),
      point: anyPoint,
    }),
    fc.record({ kind: fc.constant("pan" as const), point: anyPoint }),
    fc.record({ kind: fc.constant("toggle" as const), point: anyPoint }),
  );
  fc.assert(
    fc.property(anyGeometry, fc.array(act), (space, acts) => {
      let state = unzoomed;
      for (const each of acts) {
        if (each.kind === "zoom") state = zoomAt(state, each.scale, space, each.point);
        else if (each.kind === "pan") state = panBy(state, each.point, space);
        else state = toggleZoom(state, space, each.point);
        expect(state.scale).toBeGreaterThanOrEqual(1);
        expect(state.scale).toBeLessThanOrEqual(5);
        const overX = Math.max(0, (space.picture.width * state.scale - space.stage.width) / 2);
        const overY = Math.max(0, (space.picture.height * state.scale - space.stage.height) / 2);
        expect(Math.abs(state.x)).toBeLessThanOrEqual(overX + 1e-6);
        expect(Math.abs(state.y)).toBeLessThanOrEqual(overY + 1e-6);
      }
    }),
  );
});

test("what lies under the pointer stays there while the bounds allow it", () => {
  const space: Geometry = { stage: { width: 100, height: 100 }, picture: { width: 100, height: 100 } };
  fc.assert(
    fc.property(fc.integer({ min: -50, max: 50 }), fc.double({ min: 1, max: 5, noNaN: true }), (x, scale) => {
      const point = { x, y: 0 };
      const zoomed = zoomAt(unzoomed, scale, space, point);
      expect((point.x - zoomed.x) / zoomed.scale).toBeCloseTo(x);
    }),
  );
});
