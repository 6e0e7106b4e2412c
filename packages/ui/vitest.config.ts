import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { cachedModules } from "../testkit/src/cached-modules.ts";

const chromiumFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [cachedModules()],
  // Found while a test already runs, a dependency would reload the page under it.
  optimizeDeps: {
    include: [
      "@mantine/core",
      "@mantine/dates",
      "@mantine/hooks",
      "@tanstack/react-virtual",
      "axe-core",
      "dayjs",
      "dompurify",
      "fast-check",
      "frimousse",
      "linkifyjs",
      "lucide-react",
      "react",
      "react-dom",
      "react-dom/client",
      "react-pdf",
      "react/jsx-dev-runtime",
      "react/jsx-runtime",
      "vitest-browser-react",
      "wavesurfer.js",
    ],
  },
  test: {
    name: "ui",
    include: ["src/**/*.test.ts", "src/**/*.test.tsx"],
    setupFiles: ["../testkit/src/fixed-seed.ts", "src/testing/setup.ts"],
    env: { OFFHOOK_TEST_SEED: process.env.OFFHOOK_TEST_SEED ?? "" },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A state that is waited for comes late on two busy cores.
    expect: { poll: { timeout: 10_000 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: {
          executablePath: process.env.OFFHOOK_CHROMIUM ?? "/usr/bin/chromium",
          args: chromiumFlags,
        },
      }),
      instances: [{ browser: "chromium", viewport: { width: 1280, height: 800 } }],
    },
  },
});
