import type { BenchResult } from "./bench-result.ts";
import { withBrowser } from "./browser.ts";
import { signedInState } from "./demo-sign-in.ts";
import { percentile } from "./frames.ts";
import { calmly } from "./host.ts";
import { type Opening, openRowTime } from "./opening.ts";
import { signInOverRest } from "./rest-sign-in.ts";
import { type ServerProcess, withDemoServer } from "./server-process.ts";

const REQUESTS = 200;
const OPENED = 60;
/** The first are slower: until then the browser interprets much of what opens a fax. */
const WARM = 10;
const READY_MS = 900_000;
const GRID = '[role="grid"][aria-label="Faxes"]';
const OPENING: Opening = {
  list: GRID,
  // Another fax is another element.
  shown: `document.querySelector('article[aria-label="Fax"]') ?? undefined`,
};

export const notes = [
  "On `OFFHOOK_DEMO=big`: 100,000 faxes on the lines of Harborlight. Pages of the list are asked for over HTTP, one after the other; the first 200 are not counted. In the browser: from the click, 150 ms after the pointer has come to the row, until the frame behind the one that shows the fax, the first ten of which are not counted.",
];

async function listTimes({ url }: ServerProcess): Promise<number[]> {
  const { headers } = await signInOverRest(url, "tom@harborlight.example");
  const times: number[] = [];
  let after = "";
  for (let index = 0; index < 2 * REQUESTS; index += 1) {
    const begun = performance.now();
    const response = await fetch(`${url}/api/fax/messages?_limit=50${after}`, { headers });
    const { result } = (await response.json()) as { result: { id: string }[] };
    times.push(performance.now() - begun);
    after = `&after=${result.at(-1)?.id}`;
  }
  return times.slice(REQUESTS);
}

async function openTimes({ url }: ServerProcess): Promise<number[]> {
  return withBrowser(async (browser) => {
    const context = await browser.newContext({
      storageState: await signedInState(browser, url),
      viewport: { width: 1280, height: 800 },
    });
    const page = await context.newPage();
    await page.goto(`${url}/faxes`);
    await page.locator(`${GRID} [role="row"]`).first().waitFor({ timeout: 60_000 });
    const opened: number[] = [];
    for (let place = 0; place < OPENED + WARM; place += 1)
      opened.push(await openRowTime(page, place, OPENING));
    return opened.slice(WARM);
  });
}

export function run(): Promise<BenchResult[]> {
  return withDemoServer(
    async (server) => {
      const lists = await calmly(() => listTimes(server));
      const opened = await openTimes(server);
      return [
        { name: "Page of the list, p95", value: percentile(lists, 0.95), unit: "ms", goal: 10 },
        { name: "Open a fax, click to paint, p95", value: percentile(opened, 0.95), unit: "ms", goal: 50 },
      ];
    },
    { env: { OFFHOOK_DEMO: "big", RATE_PER_MINUTE: "0" }, readyTimeoutMs: READY_MS },
  );
}
