import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { apiTable } from "./vite-api-table.ts";
import { checkedChunkGroups, chunkGroups } from "./vite-chunk-groups.ts";
import { compileHints } from "./vite-compile-hints.ts";
import { componentStyles } from "./vite-component-styles.ts";
import { eventFields } from "./vite-event-fields.ts";
import { guestTheme } from "./vite-guest-theme.ts";
import { plainIds } from "./vite-plain-ids.ts";
import { precompress } from "./vite-precompress.ts";
import { serviceWorker } from "./vite-service-worker.ts";
import { startHints } from "./vite-start-hints.ts";

const server = process.env.OFFHOOK_SERVER ?? "http://localhost:8080";
const served = ["/api", "/push", "/config.json", "/v0", "/sip", "/acd", "/integrations", "/dev/mail"];

export default defineConfig({
  plugins: [
    react(),
    componentStyles(),
    plainIds(),
    apiTable(),
    eventFields(),
    guestTheme(),
    startHints(),
    checkedChunkGroups(),
    compileHints(),
    serviceWorker(),
    precompress(),
  ],
  build: {
    target: "es2023",
    outDir: "dist",
    // Every browser that understands the target understands module preloading.
    modulePreload: { polyfill: false },
    // A data: address would need an opening in the content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: { codeSplitting: { groups: [...chunkGroups] } },
      onLog(level, log, handler) {
        // Libraries mark modules for server rendering, which has no meaning here: thousands of lines otherwise.
        if (log.code !== "MODULE_LEVEL_DIRECTIVE") handler(level, log);
      },
    },
  },
  server: {
    proxy: Object.fromEntries(served.map((path) => [path, { target: server, ws: true }])),
  },
});
