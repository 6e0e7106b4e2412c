import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { people, signInByForm } from "../../support/demo-people.ts";
import { expect, test } from "../../support/test.ts";

/** In kB of 1000 bytes. Whoever comes near moves something behind `browser.afterPaint`: see docs/architecture.md. */
const SIGN_IN_KB = 120;
const DIAL_PAD_KB = 200;

interface Script {
  readonly name: string;
  readonly kilobytes: number;
}

// What the worker keeps is loaded ahead for the next visit and no part of this one.
test.use({ serviceWorkers: "block" });

/** The scripts that were asked for before the first screen was painted, as gzip would send them. */
async function scriptsBeforeFirstScreen(page: Page): Promise<Script[]> {
  await page.waitForFunction(() => performance.getEntriesByName("first-screen").length > 0);
  const addresses = await page.evaluate(() => {
    const [mark] = performance.getEntriesByName("first-screen");
    const files = performance.getEntriesByType("resource");
    return files.filter(({ startTime }) => startTime <= (mark?.startTime ?? 0)).map(({ name }) => name);
  });
  const scripts = addresses.filter((address) => address.endsWith(".js"));
  return Promise.all(
    scripts.map(async (address) => ({
      name: new URL(address).pathname,
      kilobytes: gzipSync(await (await page.request.get(address)).body()).length / 1000,
    })),
  );
}

const total = (scripts: readonly Script[]): number =>
  scripts.reduce((sum, { kilobytes }) => sum + kilobytes, 0);

test("the sign-in page and the dial pad keep to what a slow line carries in time", async ({
  page,
  complaints,
}) => {
  complaints.expect(/Service Worker registration blocked/);
  await page.goto("/login");
  const signInScripts = await scriptsBeforeFirstScreen(page);
  expect(total(signInScripts), JSON.stringify(signInScripts)).toBeLessThanOrEqual(SIGN_IN_KB);

  await signInByForm(page, people.maya);
  await page.goto("/calls/new");
  const dialPadScripts = await scriptsBeforeFirstScreen(page);
  expect(total(dialPadScripts), JSON.stringify(dialPadScripts)).toBeLessThanOrEqual(DIAL_PAD_KB);
  // Few files, since each costs a round trip, and asked for by the page itself: none waits for another.
  expect(dialPadScripts.length).toBeLessThanOrEqual(8);
  expect(dialPadScripts.map(({ name }) => name).filter((name) => /soft-phone|schemas/.test(name))).toEqual(
    [],
  );
});
