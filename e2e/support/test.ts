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

export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern.
    async ({}, use) => {
      const server = await TestServer.start();
      await use(server);
      await server.dispose();
    },
    { scope: "worker", timeout: 150_000 },
  ],
  baseURL: async ({ server }, use) => {
    await server.setClockRight();
    await use(server.url);
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
      complaints.watch(context);
      opened.push(context);
      return context;
    });
    for (const context of opened) await context.close();
  },
});

export { expect };
