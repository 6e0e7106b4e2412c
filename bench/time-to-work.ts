import type { BrowserContext, Page } from "@playwright/test";

export interface Area {
  readonly name: string;
  readonly path: string;
  /** What the user works with there, once it is on the screen. */
  readonly sign: string;
  /** The user types at once, and sees it in the sign. */
  readonly types?: string;
}

const firstRow = (list: string): string => `[role="grid"][aria-label="${list}"] [role="row"]`;

export const AREAS: readonly Area[] = [
  {
    name: "Dial pad, a typed digit shows",
    path: "/calls/new",
    sign: '[role="combobox"][aria-label="Number or name"]',
    types: "5",
  },
  { name: "Calls, the first row can be opened", path: "/calls", sign: firstRow("Calls") },
  { name: "Messages, the first row can be opened", path: "/messages", sign: firstRow("Conversations") },
  { name: "Chat, the first row can be opened", path: "/teams", sign: firstRow("Chats") },
  { name: "Contacts, the first row can be opened", path: "/contacts", sign: firstRow("Contacts") },
  { name: "Tasks, the first row can be opened", path: "/tasks", sign: firstRow("Tasks") },
  { name: "Settings, the first setting can be changed", path: "/settings", sign: "main section input" },
];

/**
 * Runs in the page: looks once a frame, which costs nothing that could be measured. As text, since functions here are
 * compiled with helpers that the page does not have.
 */
const watchForSign = ({ sign, types = "" }: Area): string => `{
  const look = () => {
    const found = document.querySelector(${JSON.stringify(sign)});
    const isThere = found !== null && (found.value ?? "").includes(${JSON.stringify(types)});
    if (!isThere) return void requestAnimationFrame(look);
    // It is on the screen when the task behind the next frame runs.
    requestAnimationFrame(() => setTimeout(() => performance.mark("can-work")));
  };
  requestAnimationFrame(look);
}`;

const KEY_EVERY_MS = 50;
const TIMEOUT_MS = 60_000;

/** As a person who cannot wait: presses the key until it shows. */
async function typeUntilSeen(page: Page, key: string, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await page.keyboard.press(key);
    await new Promise((resolve) => setTimeout(resolve, KEY_EVERY_MS));
  }
}

async function timeToWork(page: Page, url: string, { path, types }: Area): Promise<number> {
  await page.goto(`${url}${path}`, { waitUntil: "commit" });
  let isSeen = false;
  const seen = page
    .waitForFunction(() => performance.getEntriesByName("can-work").length > 0, undefined, {
      timeout: TIMEOUT_MS,
      polling: KEY_EVERY_MS,
    })
    .finally(() => {
      isSeen = true;
    });
  await Promise.all([seen, types === undefined ? undefined : typeUntilSeen(page, types, () => isSeen)]);
  const milliseconds = await page.evaluate(
    () => performance.getEntriesByName("can-work")[0]?.startTime ?? Number.NaN,
  );
  return milliseconds / 1000;
}

/** Seconds from the request of the page until its user can work, on the first visit and on the second. */
export async function timesToWork(
  context: BrowserContext,
  url: string,
  area: Area,
  throttle: (page: Page) => Promise<void>,
): Promise<{ readonly cold: number; readonly warm: number }> {
  const page = await context.newPage();
  await page.addInitScript({ content: watchForSign(area) });
  await throttle(page);
  const cold = await timeToWork(page, url, area);
  // The second visit is served by the service worker, once it is in charge and has everything.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.waitForLoadState("networkidle");
  const warm = await timeToWork(page, url, area);
  await page.close();
  return { cold, warm };
}
