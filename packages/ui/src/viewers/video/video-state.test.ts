import fc from "fast-check";
import { expect, test } from "vitest";
import {
  fitVideo,
  INLINE_BOUNDS,
  isSourceStale,
  playbackRates,
  stepVideo,
  type VideoEvent,
  type VideoState,
} from "./video-state.ts";

const events: VideoEvent[] = ["played", "paused", "ended", "stalled", "failed", "sourceChanged"];

test.each<[VideoState, VideoState[]]>([
  // In the order played, paused, ended, stalled, failed, sourceChanged.
  ["idle", ["playing", "idle", "idle", "waiting", "failed", "idle"]],
  ["playing", ["playing", "paused", "ended", "waiting", "failed", "idle"]],
  ["paused", ["playing", "paused", "ended", "waiting", "failed", "idle"]],
  ["ended", ["playing", "ended", "ended", "ended", "failed", "idle"]],
  ["waiting", ["playing", "paused", "ended", "waiting", "failed", "idle"]],
  ["failed", ["failed", "failed", "failed", "failed", "failed", "idle"]],
])("from %s the events lead to %j", (state, expected) => {
  expect(events.map((event) => stepVideo(state, event))).toEqual(expected);
});

test("a source is stale after 23 hours", () => {
  expect(isSourceStale(1000, 1000 + 82_799_999)).toBe(false);
  expect(isSourceStale(1000, 1000 + 82_800_000)).toBe(true);
});

test("rates go from 0.25 to 1.75 in quarters", () => {
  expect(playbackRates).toEqual([0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75]);
});

test.each([
  [undefined, { width: 248, height: 140 }],
  [
    { width: 0, height: 0 },
    { width: 248, height: 140 },
  ],
  [
    { width: 1920, height: 1080 },
    { width: 250, height: 141 },
  ],
  [
    { width: 1080, height: 1920 },
    { width: 250, height: 444 },
  ],
  [
    { width: 400, height: 4000 },
    { width: 50, height: 500 },
  ],
])("a video of %o is shown as %o", (natural, shown) => {
  expect(fitVideo(natural, INLINE_BOUNDS)).toEqual(shown);
});

test("no video leaves its bounds", () => {
  const length = fc.integer({ min: 1, max: 8000 });
  fc.assert(
    fc.property(length, length, (width, height) => {
      const shown = fitVideo({ width, height }, INLINE_BOUNDS);
      expect(shown.width).toBeLessThanOrEqual(250);
      expect(shown.height).toBeLessThanOrEqual(500);
    }),
  );
});
