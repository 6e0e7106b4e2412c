import type { Browser } from "@playwright/test";
import type { BenchResult } from "../bench-result.ts";
import { signedInState } from "../demo-sign-in.ts";
import { percentile } from "../frames.ts";
import { calmly } from "../host.ts";

/** What the browser knows without asking: colleagues, contacts and the newest conversations. */
const TYPED = ["maya", "ines", "dev", "tom", "priya", "samuel", "aisha", "rosa", "lena", "grace"];
const BOX = '[role="combobox"][aria-label="Search"]';
const SETTLED_MS = 5_000;
const GOAL_MS = 50;

/**
 * From the press of a key to the frame behind the one that shows other results than before, with the word marked. A key
 * that changes nothing until the next one does not count.
 */
const WATCH = `(selector) => {
  globalThis.searchTimes = [];
  let pressed = 0;
  document.querySelector(selector).addEventListener('keydown', () => {
    const begun = performance.now();
    const own = ++pressed;
    const shown = () => document.querySelector('[role="listbox"][aria-label="Results"]')?.innerHTML ?? '';
    const before = shown();
    requestAnimationFrame(function look() {
      if (own !== pressed) return;
      const now = shown();
      if (now !== before && now.includes('<mark'))
        requestAnimationFrame(() => globalThis.searchTimes.push(performance.now() - begun));
      else requestAnimationFrame(look);
    });
  }, true);
}`;

/** The service is asked after 800 ms; what is shown before is what the device knows. */
export async function pageResult(browser: Browser, url: string): Promise<BenchResult> {
  const storageState = await signedInState(browser, url);
  const context = await browser.newContext({ storageState, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(`${url}/messages`);
  await page.locator('[role="grid"][aria-label="Conversations"] [role="row"]').first().waitFor();
  await page.waitForTimeout(SETTLED_MS);
  await page.keyboard.press("Control+k");
  await page.locator(BOX).waitFor();
  await page.evaluate(`(${WATCH})(${JSON.stringify(BOX)})`);
  const times = await calmly(async () => {
    await page.evaluate("globalThis.searchTimes.length = 0");
    for (const word of TYPED) {
      await page.locator(BOX).pressSequentially(word, { delay: 150 });
      await page.locator(BOX).fill("");
      await page.waitForTimeout(200);
    }
    return page.evaluate<number[]>("globalThis.searchTimes");
  });
  await context.close();
  return {
    name: "First results after a key, p95",
    value: percentile(times, 0.95),
    unit: "ms",
    goal: GOAL_MS,
  };
}
