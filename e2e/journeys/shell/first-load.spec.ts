import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { people, signInByForm } from "../../support/demo-people.ts";
import { expect, test } from "../../support/test.ts";

/** In kB of 1000 bytes. Whoever comes near loads something late (`platform/rendering/late.tsx`): see docs/first-screen.md. */
const SIGN_IN_KB = 120;
const AREA_KB = 200;
const AREA_SCRIPTS = 12;
const AREAS = [
  "/calls/new",
  "/calls",
  "/messages",
  "/teams",
  "/contacts",
  "/tasks",
  "/voicemails",
  "/faxes",
  "/acd",
  "/settings",
];
/** What no first screen needs: checking input, calling, and lists that drop down. */
const NEVER_AT_FIRST = /schemas|phone|notices|controls|-more/;

interface Script {
  readonly name: string;
  readonly kilobytes: number;
}

// What the worker keeps is loaded ahead for the next visit and no part of this one.
test.use({ serviceWorkers: "block" });

const sizes = new Map<string, number>();

async function sizeOf(page: Page, address: string): Promise<number> {
  const known = sizes.get(address);
  if (known !== undefined) return known;
  const size = gzipSync(await (await page.request.get(address)).body()).length / 1000;
  sizes.set(address, size);
  return size;
}

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
      kilobytes: await sizeOf(page, address),
    })),
  );
}

const total = (scripts: readonly Script[]): number =>
  scripts.reduce((sum, { kilobytes }) => sum + kilobytes, 0);

test("the sign-in page and every area keep to what a slow line carries in time", async ({ page }) => {
  await page.goto("/login");
  const signInScripts = await scriptsBeforeFirstScreen(page);
  expect(total(signInScripts), JSON.stringify(signInScripts)).toBeLessThanOrEqual(SIGN_IN_KB);

  await signInByForm(page, people.maya);
  for (const area of AREAS) {
    await page.goto(area);
    const scripts = await scriptsBeforeFirstScreen(page);
    const seen = `${area}: ${total(scripts).toFixed(1)} kB, ${JSON.stringify(scripts)}`;
    expect.soft(total(scripts), seen).toBeLessThanOrEqual(AREA_KB);
    // Few files, since each costs a round trip, and asked for by the page itself: none waits for another.
    expect.soft(scripts.length, seen).toBeLessThanOrEqual(AREA_SCRIPTS);
    expect
      .soft(
        scripts.filter(({ name }) => NEVER_AT_FIRST.test(name)),
        seen,
      )
      .toEqual([]);
  }
});
