import { defineConfig, mergeConfig } from "vitest/config";
import serverConfig from "./vitest.config.ts";

/** The same suite on the oldest PostgreSQL we support. */
export default mergeConfig(
  serverConfig,
  defineConfig({
    test: {
      name: "server-pg15",
      // Left out is what starts clusters of its own, of either version, what takes long and asks the database nothing
      // that the others do not, and what never reaches it.
      exclude: [
        "src/database/cluster/**",
        "src/pbx/journeys/**",
        "src/pbx/sip-websocket.test.ts",
        "src/every-route.test.ts",
        "src/demo/{demo-http,seed-demo}.test.ts",
        "src/chat/{chat-crash,chat-http,tinode-sdk}.test.ts",
        "src/push/{push-resume,sockets/push-sockets}.test.ts",
        "src/provisioning/live-provisioning.test.ts",
        "src/features/messages/carriers/**",
        "src/features/session/providers/**",
        "src/http/**",
        "src/{main,config,config-docs}.test.ts",
      ],
      env: { OFFHOOK_TEST_POSTGRES: "15" },
    },
  }),
);
