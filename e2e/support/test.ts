import { type BrowserContext, test as base, expect } from "@playwright/test";
import { Complaints } from "./complaints.ts";
import { TestServer } from "./server.ts";

interface WorkerFixtures {
  readonly server: TestServer;
}

interface TestFixtures {
  readonly complaints: Complaints;
  /** Another browser, as on another computer. */
  readonly openBrowser: () => Promise<BrowserContext>;
}

/** Every browser of a journey is new, and would be asked whether it rings: its card is in the way of clicks. */
function skipRingCheck(): void {
  // A page without an address has no storage.
  if (location.protocol !== "about:") localStorage.setItem("ringCard", "done");
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern.
    async ({}, use) => {
      const server = await TestServer.start({ WEB_PUSH_LOCAL: "1" });
      await use(server);
      await server.dispose();
    },
    { scope: "worker", timeout: 150_000 },
  ],
  baseURL: async ({ server }, use) => {
    await server.setClockRight();
    await use(server.url);
  },
  context: async ({ context }, use) => {
    await context.addInitScript(skipRingCheck);
    await use(context);
  },
  complaints: [
    async ({ context }, use) => {
      const complaints = new Complaints();
      complaints.watch(context);
      await use(complaints);
      expect(complaints.unexpected()).toEqual([]);
    },
    { auto: true },
  ],
  openBrowser: async ({ browser, baseURL, complaints }, use) => {
    const opened: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext({ ...(baseURL === undefined ? {} : { baseURL }) });
      await context.addInitScript(skipRingCheck);
      complaints.watch(context);
      opened.push(context);
      return context;
    });
    for (const context of opened) await context.close();
  },
});

export { expect };
