import type { BrowserContext, Page } from "@playwright/test";
import { accountButton, people, signInByForm } from "../../support/demo-people.ts";
import { expect, test } from "../../support/test.ts";

const { maya } = people;
const START_SCRIPT = "**/assets/start-*.js";

// Its answers cannot be held back here.
test.use({ serviceWorkers: "block" });

async function stillOf(page: Page): Promise<Record<string, unknown> | null> {
  return page.evaluate(() => JSON.parse(localStorage.getItem("still") ?? "null"));
}

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
  // The still comes with the last of its styles.
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")].every(({ sheet }) => sheet),
  );
  return goOn;
}

test.beforeEach(async ({ page, complaints }) => {
  complaints.expect(/Service Worker registration blocked/);
  await signInByForm(page, maya);
  await page.goto("/calls/new");
  await expect.poll(async () => (await stillOf(page))?.path).toBe("/calls/new");
});

test("the second visit shows what the last began with before its script is there", async ({
  page,
  context,
}) => {
  const goOn = await openWithoutScript(context, page, "/calls/new");
  const still = page.locator("#frame");
  await expect(still.getByText(`Calls as ${maya.name}`)).toBeVisible();
  // It is there to be seen, not to be used: whoever listens to the page or presses a key does not meet it.
  await expect(page.getByRole("navigation", { name: "Main" })).toHaveCount(0);
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("BODY");

  goOn();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  await expect(still).toBeHidden();
  await expect(page.getByText(`Calls as ${maya.name}`)).toHaveCount(1);
});

test("it is dark where the console is dark", async ({ page, context }) => {
  await page.goto("/settings");
  await expect(page.locator("section[data-waiting]")).toHaveCount(0);
  await page.getByRole("combobox", { name: "Theme" }).click();
  await page.getByRole("option", { name: "Dark" }).click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.goto("/calls/new");
  await expect.poll(async () => (await stillOf(page))?.path).toBe("/calls/new");
  const canvas = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);

  const goOn = await openWithoutScript(context, page, "/calls/new");
  const still = page.locator("#frame");
  await expect(still.getByText(`Calls as ${maya.name}`)).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
  await expect(still).toHaveCSS("background-color", canvas);

  goOn();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
});

test("what belongs to another account, version, address or look is not shown", async ({ page, context }) => {
  const own = await stillOf(page);
  const others = [
    { account: 0 },
    { script: "/assets/start-older.js" },
    { path: "/fax" },
    { background: "iceberg" },
  ];
  for (const other of others) {
    await page.evaluate((still) => localStorage.setItem("still", JSON.stringify(still)), {
      ...own,
      ...other,
    });
    const goOn = await openWithoutScript(context, page, "/calls/new");
    await expect(page.locator("#frame > *"), JSON.stringify(other)).toHaveCount(0);
    goOn();
    await expect(accountButton(page, maya)).toBeVisible();
    await context.unroute(START_SCRIPT);
  }
  await page.evaluate(() => localStorage.setItem("still", "{"));
  await page.reload();
  await expect(accountButton(page, maya)).toBeVisible();
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

test("signing out leaves nothing to be seen", async ({ page }) => {
  await accountButton(page, maya).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/login/);
  expect(await stillOf(page)).toBeNull();
});
