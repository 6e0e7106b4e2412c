import { expect, test } from "vitest";
import { lastWindow, windowAround, windowDown, windowUp } from "./row-window.ts";
import type { StreamRow } from "./stream-rows.ts";

const days = (count: number): StreamRow[] =>
  Array.from({ length: count }, (_, index) => ({ kind: "day", key: `day-${index}`, at: index }));

test("[TEAM-V5] a topic opens with as many of its last rows as fill the view, or around a message", () => {
  expect(lastWindow(days(1000), 600)).toEqual({ start: 980, end: 1000 });
  expect(lastWindow(days(10), 600)).toEqual({ start: 0, end: 10 });
  expect(lastWindow([], 600)).toEqual({ start: 0, end: 0 });
  expect(lastWindow(days(1000), 100_000)).toEqual({ start: 840, end: 1000 });
  expect(windowAround(1000, 500)).toEqual({ start: 476, end: 524 });
});

test("[TEAM-V6] however far one scrolls, only so many rows exist", () => {
  let window = windowAround(5000, 5000);
  for (let step = 0; step < 60; step++) {
    window = windowUp(window);
    expect(window.end - window.start).toBeLessThanOrEqual(160);
  }
  expect(window.start).toBeLessThan(2600);
  for (let step = 0; step < 200; step++) window = windowDown(window, 5000);
  expect(window).toEqual({ start: 4840, end: 5000 });
});
