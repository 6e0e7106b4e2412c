import type { Page } from "@playwright/test";

/** For `test.use` of the journeys that need the service worker, or could be disturbed by it. */
export const withWorker = { serviceWorkers: "allow" } as const;

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
