import { expect, test } from "vitest";
import { firstWindow, windowDown, windowUp } from "./row-window.ts";

test("[TEAM-V5] a topic opens at its end, or around the message that is looked for", () => {
  expect(firstWindow(1000)).toEqual({ start: 976, end: 1000 });
  expect(firstWindow(10)).toEqual({ start: 0, end: 10 });
  expect(firstWindow(1000, 500)).toEqual({ start: 476, end: 524 });
});

test("[TEAM-V6] however far one scrolls, only so many rows exist", () => {
  let window = firstWindow(5000);
  for (let step = 0; step < 60; step++) {
    window = windowUp(window);
    expect(window.end - window.start).toBeLessThanOrEqual(160);
  }
  expect(window.start).toBeLessThan(2600);
  for (let step = 0; step < 200; step++) window = windowDown(window, 5000);
  expect(window).toEqual({ start: 4840, end: 5000 });
});
