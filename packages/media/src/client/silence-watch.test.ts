import { expect, test } from "vitest";
import { ASK_EVERY_MS, SilenceWatch } from "./silence-watch.ts";

function aWatch() {
  let now = 1_000;
  const watch = new SilenceWatch(() => now);
  return {
    watch,
    after: (ms: number): boolean => {
      now += ms;
      return watch.isHung();
    },
  };
}

test("[ENG6] a process that answers nothing for more than ten seconds hangs", () => {
  const { watch, after } = aWatch();
  const answers = Array.from({ length: 6 }, () => after(ASK_EVERY_MS));
  expect(answers).toEqual([false, false, false, false, false, true]);
  watch.heard();
  expect(after(ASK_EVERY_MS)).toBe(false);
});

test("[ENG6] a pause of our own is nobody's silence", () => {
  const { after } = aWatch();
  expect(after(ASK_EVERY_MS)).toBe(false);
  expect(after(60_000)).toBe(false);
  expect(Array.from({ length: 4 }, () => after(ASK_EVERY_MS))).not.toContain(true);
  expect(after(ASK_EVERY_MS)).toBe(true);
});

test("[ENG6] pauses that come again and again do not add up either", () => {
  const { after } = aWatch();
  expect(Array.from({ length: 20 }, () => after(9_000))).not.toContain(true);
});
