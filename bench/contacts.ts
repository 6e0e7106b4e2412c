import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type { BenchResult } from "./bench-result.ts";
import { withBrowser } from "./browser.ts";
import { signedInState } from "./demo-sign-in.ts";
import { flingFrames, frameTime, percentile } from "./frames.ts";
import { calmly } from "./host.ts";
import { withDemoServer } from "./server-process.ts";

const CONTACTS = 20_000;
const SEARCHES = [
  "ana",
  "person 19",
  "2125557",
  "clinic",
  "zzz",
  "p",
  "maria lopez",
  "0042",
  "köln",
  "north",
];
const GRID = '[role="grid"][aria-label="Contacts"]';

export const notes = [
  `${CONTACTS} contacts are imported first. "From the last visit": the page is opened anew, and the time runs from the start of the navigation until the first rows are painted from what the browser has kept.`,
  "Filter: from the key press to the frame that shows the shorter list, each key of ten searches. Flinging: the list is moved by a screen and a half a frame; frames are counted in whole refreshes of the screen.",
];

/** A file such as a large company exports. */
function manyContacts(): string {
  const firsts = [
    "Ana",
    "Ben",
    "Carla",
    "Dmitri",
    "Emre",
    "Fatou",
    "Grace",
    "Hugo",
    "Ines",
    "Jürgen",
    "Maria",
  ];
  const lasts = ["Lopez", "Northgate", "Okafor", "Petrov", "Quist", "Reyes", "Sørensen", "Tanaka", "Zimmer"];
  const rows = Array.from({ length: CONTACTS }, (_, index) => {
    const first = firsts[index % firsts.length];
    const last = `${lasts[index % lasts.length]} ${index}`;
    return `${first},${last},1212${String(5_000_000 + index)},Clinic ${index % 400},${first?.toLowerCase()}${index}@mail.example`;
  });
  return ["First Name,Last Name,Mobile Phone,Company,E-mail Address", ...rows].join("\n");
}

/** Through the page's own session: the bench needs no second way to sign in. */
async function importContacts(page: Page): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "More for contacts" }).click();
  await page.getByRole("menuitem", { name: "Import" }).click();
  const dialog = page.getByRole("dialog", { name: "Import contacts" });
  await dialog.getByRole("button", { name: "Choose a file" }).click();
  const file = { name: `${randomUUID()}.csv`, mimeType: "text/csv", buffer: Buffer.from(manyContacts()) };
  await (await chooser).setFiles(file);
  await dialog.getByRole("button", { name: "Import", exact: true }).click({ timeout: 120_000 });
  await dialog.getByText(/added/).waitFor({ timeout: 180_000 });
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await page.waitForFunction(
    ([grid, count]) =>
      Number(document.querySelector(String(grid))?.getAttribute("aria-rowcount")) >= Number(count),
    [GRID, CONTACTS] as const,
    { timeout: 120_000 },
  );
  // What was read is kept a second later.
  await page.waitForTimeout(3_000);
}

async function firstPaint(page: Page): Promise<number> {
  await page.reload();
  const handle = await page.waitForFunction(
    (grid) => (document.querySelector(`${grid} [role="row"]`) ? performance.now() : undefined),
    GRID,
    { polling: "raf", timeout: 60_000 },
  );
  return (await handle.jsonValue()) ?? Number.NaN;
}

async function filterTimes(page: Page): Promise<number[]> {
  const field = page.getByRole("searchbox", { name: "Search contacts" });
  await field.evaluate((input) => {
    const times: number[] = [];
    Object.assign(globalThis, { filterTimes: times });
    (input as HTMLInputElement).oninput = () => {
      const begun = performance.now();
      // Two frames: the one that draws what was typed, and the one behind it that draws the list.
      requestAnimationFrame(() => requestAnimationFrame(() => times.push(performance.now() - begun)));
    };
  });
  for (const text of SEARCHES) {
    await field.pressSequentially(text, { delay: 80 });
    await field.fill("");
    await page.waitForTimeout(100);
  }
  return page.evaluate(() => (globalThis as unknown as { filterTimes: number[] }).filterTimes);
}

export function run(): Promise<BenchResult[]> {
  return withDemoServer((server) =>
    withBrowser(async (browser) => {
      const storageState = await signedInState(browser, server.url);
      const context = await browser.newContext({ storageState, viewport: { width: 1280, height: 800 } });
      const page = await context.newPage();
      await page.goto(`${server.url}/contacts`);
      await page.locator(`${GRID} [role="row"]`).first().waitFor();
      await importContacts(page);
      const paint = await firstPaint(page);
      const filter = await calmly(() => filterTimes(page));
      const frames = await calmly(() => flingFrames(page, GRID, 1.5));
      await context.close();
      return [
        { name: `First rows of ${CONTACTS} contacts, from the last visit`, value: paint, unit: "ms" },
        { name: "Filter, p95", value: percentile(filter, 0.95), unit: "ms", goal: 50 },
        { name: "Frame while flinging, p99", value: frameTime(frames), unit: "ms", goal: 16.7 },
      ];
    }),
  );
}
