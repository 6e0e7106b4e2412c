import type { Page } from "@playwright/test";
import type { BenchResult } from "./bench-result.ts";
import { withBrowser } from "./browser.ts";
import { signedInState } from "./demo-sign-in.ts";
import { flingFrames, frameTime, percentile } from "./frames.ts";
import { calmly } from "./host.ts";
import { type Opening, openRowTime } from "./opening.ts";
import { signInOverRest } from "./rest-sign-in.ts";
import { type ServerProcess, withDemoServer } from "./server-process.ts";

const REQUESTS = 200;
const OPENED = 60;
/** The first are slower: until then the browser interprets much of what opens a message. */
const WARM = 10;
const PLAYED = 20;
const READY_MS = 900_000;
const GRID = '[role="grid"][aria-label="Voicemails"]';
const DETAIL = 'article[aria-label="Voicemail"]';
const OPENING: Opening = {
  list: GRID,
  // Another message is another element.
  shown: `document.querySelector('${DETAIL}:has(fieldset)') ?? undefined`,
};

export const notes = [
  "On `OFFHOOK_DEMO=big`: 100,000 voicemails in Maya's box. Pages of the list are asked for over HTTP, one after the other; the first 200 are not counted. In the browser: from the click, 150 ms after the pointer has come to the row, until the frame behind the one that shows the message, the first ten of which are not counted; from the click on Play of a message that has just been opened until the browser says that it plays.",
];

/** As text: a named function inside would carry a helper of the compiler that the page does not have. */
const WATCH_SOUND = `(() => {
  const play = HTMLMediaElement.prototype.play;
  HTMLMediaElement.prototype.play = function () {
    this.addEventListener('playing', () => globalThis.sounds?.(performance.now()), { once: true });
    return play.call(this);
  };
})()`;
const EXPECT_SOUND = `(() => {
  globalThis.sounded = new Promise((resolve) => {
    document.addEventListener('click', () => {
      const begun = performance.now();
      globalThis.sounds = (at) => resolve(at - begun);
    }, { capture: true, once: true });
  });
})()`;

async function listTimes({ url }: ServerProcess): Promise<number[]> {
  const { headers } = await signInOverRest(url, "maya@harborlight.example");
  const times: number[] = [];
  let before = "";
  for (let index = 0; index < 2 * REQUESTS; index += 1) {
    const begun = performance.now();
    const response = await fetch(`${url}/api/voicemail?mailbox=101&dir=INBOX&limit=50${before}`, { headers });
    const { result } = (await response.json()) as { result: { id: string }[] };
    times.push(performance.now() - begun);
    before = `&before=${result.at(-1)?.id}`;
  }
  return times.slice(REQUESTS);
}

/** A message that was just opened is played. */
async function playTime(page: Page, place: number): Promise<number> {
  await openRowTime(page, place, OPENING);
  const play = page.locator(DETAIL).getByRole("button", { name: "Play", exact: true });
  await play.hover();
  await page.waitForTimeout(1_000);
  await page.evaluate(EXPECT_SOUND);
  await play.click();
  return page.evaluate<number>("globalThis.sounded");
}

async function browserResults({ url }: ServerProcess): Promise<BenchResult[]> {
  return withBrowser(async (browser) => {
    const context = await browser.newContext({
      storageState: await signedInState(browser, url),
      viewport: { width: 1280, height: 800 },
    });
    const page = await context.newPage();
    await page.addInitScript(WATCH_SOUND);
    await page.goto(`${url}/voicemails`);
    await page.locator(`${GRID} [role="row"]`).first().waitFor({ timeout: 60_000 });
    const opened: number[] = [];
    for (let place = 0; place < OPENED + WARM; place += 1)
      opened.push(await openRowTime(page, place, OPENING));
    const played: number[] = [];
    for (let place = 0; place < PLAYED; place += 1)
      played.push(await playTime(page, OPENED + WARM + 1 + place));
    const frames = await calmly(() => flingFrames(page, GRID, 1.5));
    return [
      {
        name: "Open a voicemail, click to paint, p95",
        value: percentile(opened.slice(WARM), 0.95),
        unit: "ms",
        goal: 50,
      },
      { name: "Play to sound, p95", value: percentile(played, 0.95), unit: "ms", goal: 200 },
      { name: "Frame while flinging the list, p99", value: frameTime(frames), unit: "ms", goal: 16.7 },
    ];
  });
}

export function run(): Promise<BenchResult[]> {
  return withDemoServer(
    async (server) => {
      const lists = await calmly(() => listTimes(server));
      return [
        { name: "Page of the list, p95", value: percentile(lists, 0.95), unit: "ms", goal: 50 },
        ...(await browserResults(server)),
      ];
    },
    { env: { OFFHOOK_DEMO: "big", RATE_PER_MINUTE: "0" }, readyTimeoutMs: READY_MS },
  );
}
