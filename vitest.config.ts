import { defineConfig } from "vitest/config";

/** Checks that take minutes and seldom find something. */
const IS_LONG = process.env.OFFHOOK_LONG_TESTS !== undefined;

export default defineConfig({
  test: {
    // Two busy cores: generous, so that a slow machine is not a red build.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Many tests wait for real time, of phones and databases: three of them keep two cores busy.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: "packages",
          include: ["packages/*/src/**/*.test.ts"],
          exclude: ["packages/fax/**", "packages/media/**", "packages/speech/**", "packages/ui/**"],
          setupFiles: ["packages/testkit/src/fixed-seed.ts"],
          environment: "node",
          // Packages never read the environment, and neither do their tests.
          provide: { simulatedCalls: IS_LONG ? 100_000 : 1_500 },
          // They are pure: nothing of one file can be felt in another.
          isolate: false,
          testTimeout: 30_000,
          // A state that is waited for comes late on two busy cores.
          expect: { poll: { timeout: 10_000 } },
        },
      },
      "apps/*/vitest.config.ts",
      ...(IS_LONG ? ["apps/server/vitest.postgres-15.config.ts"] : []),
      "packages/*/vitest.config.ts",
    ],
  },
});
