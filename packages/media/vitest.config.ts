import { defineConfig } from "vitest/config";

/** Sound is measured while it is played: these tests and those of `fax`, which mostly wait, run when the busy ones are done. */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    name: "media",
    include: ["src/**/*.test.ts"],
    setupFiles: ["../testkit/src/fixed-seed.ts"],
    environment: "node",
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A state that is waited for comes late on two busy cores.
    expect: { poll: { timeout: 10_000 } },
    maxWorkers: 4,
    sequence: { groupOrder: 1 },
  },
});
