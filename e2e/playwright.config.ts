import { defineConfig } from "@playwright/test";
import { chromiumFlags, chromiumPath } from "./support/chromium.ts";

export default defineConfig({
  testDir: "journeys",
  // Those that take minutes run when they are asked for.
  testIgnore: process.env.OFFHOOK_LONG_TESTS === undefined ? ["**/*.long.spec.ts"] : [],
  // Each worker runs a server and a database of its own: two of them are what two cores can carry.
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  timeout: 120_000,
  // Sound and several browsers on two cores: a machine that stalls for a second is not a defect. What passed only on
  // a repeat is named in the summary.
  retries: 1,
  expect: { timeout: 10_000 },
  reporter: [["list"], ["json"]],
  outputDir: "test-results",
  use: {
    browserName: "chromium",
    launchOptions: { executablePath: chromiumPath(), args: chromiumFlags },
    viewport: { width: 1280, height: 800 },
    // Its install loads and compiles every part of the console, for a second visit that most journeys do not make. Those
    // about what it does, and about the service going away, let it in: `withWorker`.
    serviceWorkers: "block",
    // Nothing to wait for until it has slid into place.
    contextOptions: { reducedMotion: "reduce" },
    trace: "on-first-retry",
    screenshot: "only-on-failure",
  },
});
