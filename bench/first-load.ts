import { gzipSync } from "node:zlib";
import type { BrowserContext } from "@playwright/test";
import type { BenchResult } from "./bench-result.ts";
import { withBrowser } from "./browser.ts";
import { signedInState } from "./demo-sign-in.ts";
import { withDemoServer } from "./server-process.ts";

const SIGN_IN_GOAL_KB = 120;
const DIAL_PAD_GOAL_KB = 200;

/** All scripts a page asks for until it is quiet, as gzip would send them, in kB of 1000 bytes. */
async function scriptKilobytes(context: BrowserContext, address: string): Promise<number> {
  const page = await context.newPage();
  const sizes: Promise<number>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() !== "script" || !response.ok()) return;
    sizes.push(response.body().then((body) => gzipSync(body).length));
  });
  await page.goto(address, { waitUntil: "networkidle" });
  const bytes = await Promise.all(sizes);
  await page.close();
  return bytes.reduce((sum, size) => sum + size, 0) / 1000;
}

export function run(): Promise<BenchResult[]> {
  return withDemoServer((server) =>
    withBrowser(async (browser) => {
      const guest = await browser.newContext({ serviceWorkers: "block" });
      const signIn = await scriptKilobytes(guest, `${server.url}/login`);
      const storageState = await signedInState(browser, server.url);
      const user = await browser.newContext({ storageState, serviceWorkers: "block" });
      const dialPad = await scriptKilobytes(user, `${server.url}/calls/new`);
      return [
        { name: "JavaScript to the sign-in page, gzip", value: signIn, unit: "kB", goal: SIGN_IN_GOAL_KB },
        { name: "JavaScript to the dial pad, gzip", value: dialPad, unit: "kB", goal: DIAL_PAD_GOAL_KB },
      ];
    }),
  );
}
