import { defineConfig } from "vitest/config";

/** With the real engine, which takes a processor for itself: two files at a time, when the others are done. */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    name: "speech",
    include: ["src/**/*.test.ts"],
    globalSetup: ["src/testing/engine-setup.ts"],
    setupFiles: ["../testkit/src/fixed-seed.ts"],
    environment: "node",
    pool: "forks",
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    sequence: { groupOrder: 2 },
  },
});
