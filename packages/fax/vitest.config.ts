import { defineConfig } from "vitest/config";

/** Faxes take the time they take on a line, and wait for most of it: beside each other, when the busy tests are done. */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    name: "fax",
    include: ["src/**/*.test.ts"],
    setupFiles: ["../testkit/src/fixed-seed.ts"],
    environment: "node",
    // A library that takes its process down with it should take no other test along.
    pool: "forks",
    // A minute of a line, and the twelve pages of a fax, on a machine with more to do.
    testTimeout: 240_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    // All faxes of a file at once.
    maxConcurrency: 12,
    // As in `media`, whose tests run in the same group.
    maxWorkers: 4,
    sequence: { groupOrder: 1 },
  },
});
