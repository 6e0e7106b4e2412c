import type { Page } from "@playwright/test";
import { type Opening, openRowTime } from "./opening.ts";

const GRID = '[role="grid"][aria-label="Conversations"]';
const THREAD = 'section[aria-label="Conversation"]';
const OPENING: Opening = {
  list: GRID,
  shown: `document.querySelector('${THREAD}:has([role="log"] article)')?.dataset.conversation`,
};

export const openThreadTime = (page: Page, place: number): Promise<number> =>
  openRowTime(page, place, OPENING);

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
