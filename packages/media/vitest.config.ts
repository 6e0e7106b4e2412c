import { defineConfig } from "vitest/config";

/** Sound is measured while it is played: these tests run by themselves, when the others are done. */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    name: "media",
    include: ["src/**/*.test.ts"],
    environment: "node",
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A state that is waited for comes late on two busy cores.
    expect: { poll: { timeout: 10_000 } },
    fileParallelism: false,
    sequence: { groupOrder: 1 },
  },
});
