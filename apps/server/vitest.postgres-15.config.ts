import { defineConfig, mergeConfig } from "vitest/config";
import serverConfig from "./vitest.config.ts";

/** The same suite on the oldest PostgreSQL we support. */
export default mergeConfig(
  serverConfig,
  defineConfig({
    test: {
      name: "server-pg15",
      // Those start clusters of their own, of either version.
      exclude: ["src/database/cluster/**"],
      env: { OFFHOOK_TEST_POSTGRES: "15" },
    },
  }),
);
