import type { Page } from "@playwright/test";

const GRID = '[role="grid"][aria-label="Conversations"]';
const THREAD = 'section[aria-label="Conversation"]';
const OPENED_ROW = 3;
/** So far apart that no thread is opened twice. */
const STEP_PX = 400;
const FLING_FRAMES = 240;

/** As text: a named function inside would carry a helper of the compiler that the page does not have. */
const OPEN_ROW = `() => new Promise((resolve) => {
  const row = document.querySelectorAll('${GRID} [role="row"]')[${OPENED_ROW}];
  const before = document.querySelector('${THREAD}')?.dataset.conversation;
  const begun = performance.now();
  row.click();
  requestAnimationFrame(function look() {
    const thread = document.querySelector('${THREAD}');
    if (thread && thread.dataset.conversation !== before && thread.querySelector('[role="log"] article')) requestAnimationFrame(() => resolve(performance.now() - begun));
    else requestAnimationFrame(look);
  });
})`;

/** Clicks one row after the other down the list; from the click until the frame with messages is drawn. */
export async function openThreadTimes(page: Page, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let index = 1; index <= count; index += 1) {
    await page.evaluate(`document.querySelector('${GRID}').scrollTop = ${index * STEP_PX}`);
    await page.waitForTimeout(400);
    times.push(await page.evaluate<number>(`(${OPEN_ROW})()`));
  }
  return times;
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
const WATCH_ENTER = `() => {
  globalThis.entered = new Promise((resolve) => {
    document.addEventListener('keydown', function heard(event) {
      if (event.key !== 'Enter') return;
      document.removeEventListener('keydown', heard, true);
      resolve(performance.timeOrigin + performance.now());
    }, true);
  });
}`;

export interface SendTimes {
  /** From the key until the sender sees it. */
  readonly own: number;
  /** Until the other browser shows it. */
  readonly other: number;
}

/** Sends a text in one page while the other looks at the same conversation. */
export async function sendAndWatch(page: Page, other: Page, text: string): Promise<SendTimes> {
  await page.getByRole("textbox", { name: "Message" }).fill(text);
  await Promise.all([page, other].map((each) => each.evaluate(`(${WATCH})(${JSON.stringify(text)})`)));
  await page.evaluate(`(${WATCH_ENTER})()`);
  await page.getByRole("textbox", { name: "Message" }).press("Enter");
  const entered = await page.evaluate<number>("globalThis.entered");
  const own = await page.evaluate<number>("globalThis.painted");
  const seen = await other.evaluate<number>("globalThis.painted");
  return { own: own - entered, other: seen - entered };
}

const FLING = `(selector, count, screens) => new Promise((resolve) => {
  const box = document.querySelector(selector);
  const frames = [];
  let last = performance.now();
  requestAnimationFrame(function step(now) {
    frames.push(now - last);
    last = now;
    if (frames.length >= count) return resolve(frames.slice(1));
    box.scrollTop += box.clientHeight * screens;
    requestAnimationFrame(step);
  });
})`;

/** Frames while a list or a thread is moved, by so many screens a frame; below zero upwards. */
export function flingFrames(page: Page, selector: string, screens: number): Promise<number[]> {
  return page.evaluate<number[]>(`(${FLING})(${JSON.stringify(selector)}, ${FLING_FRAMES}, ${screens})`);
}
