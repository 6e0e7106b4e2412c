import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "server",
    environment: "node",
    include: ["src/**/*.test.ts"],
    globalSetup: ["src/database/testing/global-setup.ts"],
    setupFiles: ["../../packages/testkit/src/fixed-seed.ts"],
    pool: "forks",
    // No test replaces a module or leaves state in one: loading all of them anew for each file would cost minutes.
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A state that is waited for comes late on two busy cores.
    expect: { poll: { timeout: 10_000 } },
    // Empty: the PostgreSQL that comes with the server. A number: the one that Debian installs under it.
    env: { OFFHOOK_TEST_POSTGRES: process.env.OFFHOOK_TEST_POSTGRES ?? "" },
  },
});
