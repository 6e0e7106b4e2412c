import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // Two busy cores: generous, so that a slow machine is not a red build.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Vitest would leave one of two cores idle.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: "packages",
          include: ["packages/*/src/**/*.test.ts"],
          exclude: ["packages/ui/**", "packages/media/**"],
          environment: "node",
          testTimeout: 30_000,
        },
      },
      "apps/*/vitest*.config.ts",
      "packages/*/vitest.config.ts",
    ],
  },
});
