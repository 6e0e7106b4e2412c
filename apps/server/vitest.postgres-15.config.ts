import { defineConfig, mergeConfig } from "vitest/config";
import serverConfig from "./vitest.config.ts";

/** The same suite on the oldest PostgreSQL we support. */
export default mergeConfig(
  serverConfig,
  defineConfig({
    test: {
      name: "server-pg15",
      // The first start clusters of their own, of either version; calls are long and ask it nothing new, nor does
      // every route once more; sign-in by a provider and the demo's pages are hardly database; the others never
      // reach it.
      exclude: [
        "src/database/cluster/**",
        "src/pbx/journeys/**",
        "src/every-route.test.ts",
        "src/demo/demo-http.test.ts",
        "src/features/session/providers/**",
        "src/http/**",
        "src/main.test.ts",
        "src/config.test.ts",
      ],
      env: { OFFHOOK_TEST_POSTGRES: "15" },
    },
  }),
);
