import type { Page } from "@playwright/test";

/** A list, and what a click on one of its rows shows. */
export interface Opening {
  /** The list, as a selector. */
  readonly list: string;
  /** An expression for the page: what is shown beside the list at this moment, once it is there to be read. */
  readonly shown: string;
}

/** The row that is pressed, counted from the top of what is in view. */
const PRESSED_ROW = 3;
const ROW_PX = 76;
/** So far apart that nothing is opened twice. */
const STEP_PX = 400;
/** Between arriving at a row and pressing there, at the least: a hand takes longer. */
const AIM_MS = 150;

/** As text: a named function inside would carry a helper of the compiler that the page does not have. */
const watching = (shown: string): string => `(() => {
  globalThis.opened = new Promise((resolve) => {
    document.addEventListener('click', () => {
      const before = ${shown};
      const begun = performance.now();
      requestAnimationFrame(function look() {
        const now = ${shown};
        if (now !== undefined && now !== before) requestAnimationFrame(() => resolve(performance.now() - begun));
        else requestAnimationFrame(look);
      });
    }, { capture: true, once: true });
  });
})()`;

/** Presses a row further down the list than the place before; from the click until the frame that shows it is drawn. */
export async function openRowTime(page: Page, place: number, { list, shown }: Opening): Promise<number> {
  await page.evaluate(`document.querySelector('${list}').scrollTop = ${place * STEP_PX}`);
  await page.waitForTimeout(400);
  const box = await page.locator(list).boundingBox();
  if (!box) throw new Error(`There is no ${list}`);
  await page.mouse.move(box.x + box.width / 2, box.y + (PRESSED_ROW + 0.5) * ROW_PX);
  await page.waitForTimeout(AIM_MS);
  await page.evaluate(watching(shown));
  await page.mouse.down();
  await page.mouse.up();
  return page.evaluate<number>("globalThis.opened");
}
