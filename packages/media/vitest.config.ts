import { defineConfig } from "vitest/config";

/** Sound is measured while it is played: these tests run by themselves, when the others are done. */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    name: "media",
    include: ["src/**/*.test.ts"],
    environment: "node",
    testTimeout: 30_000,
    hookTimeout: 60_000,
    fileParallelism: false,
    // A machine that stalls for half a second drops packets that no engine can bring back.
    retry: 2,
    sequence: { groupOrder: 1 },
  },
});
