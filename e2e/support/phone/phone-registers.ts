import type { Page } from "@playwright/test";

/**
 * Resolves when the phone of a page that is about to be opened is registered. A session that ends before that leaves the
 * page with a ticket for a websocket that is refused, and the browser complains of it.
 */
export async function phoneRegisters(page: Page): Promise<void> {
  const socket = await page.waitForEvent("websocket", (one) => new URL(one.url()).pathname === "/sip");
  await socket.waitForEvent("framereceived", ({ payload }) => /^SIP\/2\.0 200/.test(String(payload)));
}
