import type { Browser, BrowserContext, Page } from "@playwright/test";

export type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>;

const MAYA = "maya@harborlight.example";
const PASSWORD = "offhook-demo";

async function signIn(page: Page, url: string, username: string): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL("**/calls/new");
}

/** The local storage of a signed-in demo user, for pages that begin inside. */
export async function signedInState(browser: Browser, url: string, username = MAYA): Promise<StorageState> {
  const context = await browser.newContext();
  await signIn(await context.newPage(), url, username);
  const state = await context.storageState();
  await context.close();
  return state;
}
