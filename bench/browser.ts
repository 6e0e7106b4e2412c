import { type Browser, chromium } from "@playwright/test";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

export async function withBrowser<Result>(
  work: (browser: Browser) => Promise<Result>,
  extraFlags: readonly string[] = [],
): Promise<Result> {
  const executablePath = process.env.OFFHOOK_CHROMIUM || "/usr/bin/chromium";
  const browser = await chromium.launch({ executablePath, args: [...FLAGS, ...extraFlags] });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}
