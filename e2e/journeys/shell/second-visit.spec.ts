import type { BrowserContext, Page } from "@playwright/test";
import { people, signInByForm } from "../../support/demo-people.ts";
import { expect, test } from "../../support/test.ts";

const { maya } = people;
const START_SCRIPT = "**/assets/start-*.js";

// Its answers cannot be held back here.
test.use({ serviceWorkers: "block" });

/** Opens the address and stops where the page has all but its script. Returns what lets it go on. */
async function openWithoutScript(context: BrowserContext, page: Page, path: string): Promise<() => void> {
  let goOn = (): void => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await context.route(START_SCRIPT, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(path, { waitUntil: "commit" });
  await expect(page.locator("#frame")).toBeAttached();
  return goOn;
}

test.beforeEach(({ page }) => signInByForm(page, maya));

test("the shape of the shell stands in the user's colors before its script is there, and nothing of the last visit", async ({
  page,
  context,
}) => {
  // As versions before have left it.
  await page.evaluate(() => localStorage.setItem("still", '{"markup":"Calls as somebody"}'));
  await page.goto("/settings");
  await expect(page.locator("section[data-waiting]")).toHaveCount(0);
  await page.getByRole("combobox", { name: "Theme" }).click();
  await page.getByRole("option", { name: "Dark" }).click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  const canvas = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(await page.evaluate(() => localStorage.getItem("still"))).toBeNull();

  const goOn = await openWithoutScript(context, page, "/calls/new");
  const frame = page.locator("#frame");
  await expect(frame).toHaveCSS("background-color", canvas);
  await expect(frame).toBeEmpty();
  // It is there to be seen, not to be used.
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("BODY");

  goOn();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  await expect(frame).toHaveCount(0);
});

test("without its script the page does not look as if it could be used", async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED/);
  await context.route(START_SCRIPT, (route) => route.abort());
  await page.goto("/calls/new");
  await expect(page.locator("#frame")).toHaveCount(0);
});
