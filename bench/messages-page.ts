import type { Page } from "@playwright/test";

const GRID = '[role="grid"][aria-label="Conversations"]';
const THREAD = 'section[aria-label="Conversation"]';
/** The row that is pressed, counted from the top of what is in view. */
const PRESSED_ROW = 3;
const ROW_PX = 76;
/** So far apart that no thread is opened twice. */
const STEP_PX = 400;
/** Between arriving at a row and pressing there, at the least: a hand takes longer. */
const AIM_MS = 150;

/** As text: a named function inside would carry a helper of the compiler that the page does not have. */
const WATCH_OPENING = `() => {
  globalThis.opened = new Promise((resolve) => {
    document.addEventListener('click', () => {
      const before = document.querySelector('${THREAD}')?.dataset.conversation;
      const begun = performance.now();
      requestAnimationFrame(function look() {
        const thread = document.querySelector('${THREAD}');
        if (thread && thread.dataset.conversation !== before && thread.querySelector('[role="log"] article')) requestAnimationFrame(() => resolve(performance.now() - begun));
        else requestAnimationFrame(look);
      });
    }, { capture: true, once: true });
  });
}`;

/** Presses a row further down the list than the place before; from the click until the frame with messages is drawn. */
export async function openThreadTime(page: Page, place: number): Promise<number> {
  await page.evaluate(`document.querySelector('${GRID}').scrollTop = ${place * STEP_PX}`);
  await page.waitForTimeout(400);
  const grid = await page.locator(GRID).boundingBox();
  if (!grid) throw new Error("There is no list of conversations");
  await page.mouse.move(grid.x + grid.width / 2, grid.y + (PRESSED_ROW + 0.5) * ROW_PX);
  await page.waitForTimeout(AIM_MS);
  await page.evaluate(`(${WATCH_OPENING})()`);
  await page.mouse.down();
  await page.mouse.up();
  return page.evaluate<number>("globalThis.opened");
}

const WATCH = `(text) => {
  globalThis.painted = new Promise((resolve) => {
    const look = () => {
      const log = document.querySelector('[role="log"]');
      if (!log || !log.textContent.includes(text)) return;
      observer.disconnect();
      requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now()));
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    look();
  });
}`;
const WATCH_ENTER = `(text) => {
  globalThis.entered = new Promise((resolve) => {
    document.addEventListener('keydown', function heard(event) {
      if (event.key !== 'Enter') return;
      document.removeEventListener('keydown', heard, true);
      resolve(performance.timeOrigin + performance.now());
      globalThis.shownIn = new Promise((resolveFrames) => {
        let frames = 0;
        requestAnimationFrame(function look() {
          frames += 1;
          if (document.querySelector('[role="log"]')?.textContent.includes(text)) resolveFrames(frames);
          else requestAnimationFrame(look);
        });
      });
    }, true);
  });
}`;

export interface SendTimes {
  /** The first frame behind the key is 1. */
  readonly ownFrames: number;
  /** From the key until the sender sees it. */
  readonly own: number;
  /** Until the other browser shows it. */
  readonly other: number;
}

/** Sends a text in one page while the other looks at the same conversation. */
export async function sendAndWatch(page: Page, other: Page, text: string): Promise<SendTimes> {
  await page.getByRole("textbox", { name: "Message" }).fill(text);
  await Promise.all([page, other].map((each) => each.evaluate(`(${WATCH})(${JSON.stringify(text)})`)));
  await page.evaluate(`(${WATCH_ENTER})(${JSON.stringify(text)})`);
  await page.getByRole("textbox", { name: "Message" }).press("Enter");
  const entered = await page.evaluate<number>("globalThis.entered");
  const own = await page.evaluate<number>("globalThis.painted");
  const ownFrames = await page.evaluate<number>("globalThis.shownIn");
  const seen = await other.evaluate<number>("globalThis.painted");
  return { ownFrames, own: own - entered, other: seen - entered };
}
