import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { cachedModules } from "../../packages/testkit/src/cached-modules.ts";
import { apiTable } from "./vite-api-table.ts";
import { eventFields } from "./vite-event-fields.ts";
import { guestTheme } from "./vite-guest-theme.ts";

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
  plugins: [cachedModules(), react(), apiTable(), eventFields(), guestTheme()],
  // Found while a test already runs, a dependency would reload the page under it.
  optimizeDeps: {
    include: [
      "@mantine/core",
      "@mantine/dates",
      "@mantine/form",
      "@mantine/hooks",
      "@tanstack/react-query",
      "@tanstack/react-router",
      "@tanstack/react-virtual",
      "axe-core",
      "dayjs",
      "dompurify",
      "fast-check",
      "frimousse",
      "libphonenumber-js/min",
      "lucide-react",
      "react",
      "react-dom",
      "react-dom/client",
      "react/jsx-dev-runtime",
      "react/jsx-runtime",
      "uqr",
      "vitest-browser-react",
      "wavesurfer.js",
      "zod",
      "zustand",
      "zustand/vanilla",
    ],
  },
  test: {
    name: "console",
    include: ["src/**/*.test.ts", "src/**/*.test.tsx"],
    setupFiles: ["../../packages/testkit/src/fixed-seed.ts", "src/testing/setup.ts"],
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
