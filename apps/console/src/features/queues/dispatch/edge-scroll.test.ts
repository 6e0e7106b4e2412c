import { expect, onTestFinished, test } from "vitest";
import { edgeScroll } from "./edge-scroll.ts";

/** A box of 300 px with five times as much in it. */
function aScroller() {
  const scroller = document.createElement("div");
  scroller.style.cssText =
    "position: fixed; inset: 0 auto auto 0; width: 300px; height: 300px; overflow: auto";
  const content = document.createElement("div");
  content.style.height = "1500px";
  scroller.append(content);
  document.body.append(scroller);
  onTestFinished(() => scroller.remove());
  return { scroller, content };
}

test("[DISP5] what is held at an edge scrolls there, and no further than the end", async () => {
  const { scroller, content } = aScroller();
  let told = 0;
  const scroll = edgeScroll(content, () => {
    told += 1;
  });
  scroll.follow({ x: 10, y: 290 });
  await expect.poll(() => scroller.scrollTop).toBe(1200);
  expect(told).toBeGreaterThan(1);
  scroll.follow({ x: 10, y: 10 });
  await expect.poll(() => scroller.scrollTop).toBeLessThan(1100);
  scroll.stop();
  const { scrollTop } = scroller;
  await new Promise(requestAnimationFrame);
  expect(scroller.scrollTop).toBe(scrollTop);
});

test("[DISP5] away from the edges nothing scrolls", async () => {
  const { scroller, content } = aScroller();
  edgeScroll(content, () => {}).follow({ x: 10, y: 150 });
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  expect(scroller.scrollTop).toBe(0);
});
