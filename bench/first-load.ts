import { gzipSync } from "node:zlib";
import type { BrowserContext } from "@playwright/test";
import type { BenchResult } from "./bench-result.ts";
import { withBrowser } from "./browser.ts";
import { signedInState } from "./demo-sign-in.ts";
import { withDemoServer } from "./server-process.ts";

const SIGN_IN_GOAL_KB = 120;
const DIAL_PAD_GOAL_KB = 200;

interface Scripts {
  /** Asked for before the first screen was painted. */
  readonly first: number;
  /** Asked for afterwards, while the page was at rest. */
  readonly later: number;
}

const kilobytes = (sizes: readonly number[]): number => sizes.reduce((sum, size) => sum + size, 0) / 1000;

/** The scripts of a page until it is quiet, as gzip would send them, in kB of 1000 bytes. */
async function scriptsOf(context: BrowserContext, address: string): Promise<Scripts> {
  const page = await context.newPage();
  const sizes = new Map<string, Promise<number>>();
  page.on("response", (response) => {
    if (response.request().resourceType() !== "script" || !response.ok()) return;
    sizes.set(
      response.url(),
      response.body().then((body) => gzipSync(body).length),
    );
  });
  await page.goto(address, { waitUntil: "networkidle" });
  // The console marks the paint of its first screen. Without the mark everything counts.
  const late = await page.evaluate(() => {
    const [mark] = performance.getEntriesByName("first-screen");
    const files = performance.getEntriesByType("resource");
    return mark ? files.filter(({ startTime }) => startTime > mark.startTime).map(({ name }) => name) : [];
  });
  const isLate = new Set(late);
  const entries = await Promise.all([...sizes].map(async ([url, size]) => ({ url, size: await size })));
  await page.close();
  return {
    first: kilobytes(entries.filter(({ url }) => !isLate.has(url)).map(({ size }) => size)),
    later: kilobytes(entries.filter(({ url }) => isLate.has(url)).map(({ size }) => size)),
  };
}

export function run(): Promise<BenchResult[]> {
  return withDemoServer((server) =>
    withBrowser(async (browser) => {
      const guest = await browser.newContext({ serviceWorkers: "block" });
      const signIn = await scriptsOf(guest, `${server.url}/login`);
      const storageState = await signedInState(browser, server.url);
      const user = await browser.newContext({ storageState, serviceWorkers: "block" });
      const dialPad = await scriptsOf(user, `${server.url}/calls/new`);
      return [
        {
          name: "JavaScript to the sign-in page, gzip",
          value: signIn.first + signIn.later,
          unit: "kB",
          goal: SIGN_IN_GOAL_KB,
        },
        {
          name: "JavaScript to the first paint of the dial pad, gzip",
          value: dialPad.first,
          unit: "kB",
          goal: DIAL_PAD_GOAL_KB,
        },
        { name: "JavaScript after it, for calls (the soft phone), gzip", value: dialPad.later, unit: "kB" },
      ];
    }),
  );
}
