import type { Page } from "@playwright/test";

/** Offline, the browser reports every attempt to reach the service. */
export const DISCONNECTED = /ERR_INTERNET_DISCONNECTED/;

/** The shell is in the cache, for the next start. */
export async function untilInstalled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    await new Promise<void>((resolve) => {
      if (active?.state === "activated") resolve();
      else active?.addEventListener("statechange", () => resolve(), { once: true });
    });
  });
}
