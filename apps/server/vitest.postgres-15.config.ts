import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { defineConfig, mergeConfig } from "vitest/config";
import serverConfig from "./vitest.config.ts";

const SOURCES = join(import.meta.dirname, "src");
const ASKS_DATABASE = 'inject("postgres")';

/** The tests that come to the database of the run, by themselves or by what they import. */
function testsOnDatabase(): string[] {
  const tests = readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => join(SOURCES, name));
  return tests.filter(reachesDatabase).map((path) => relative(import.meta.dirname, path));
}

function reachesDatabase(test: string): boolean {
  const paths = new Set([test]);
  // What is added on the way is walked too.
  for (const path of paths) {
    const text = readFileSync(path, "utf8");
    if (text.includes(ASKS_DATABASE)) return true;
    for (const [, name = ""] of text.matchAll(/from "(\.[^"]+)"/g)) {
      const imported = resolve(dirname(path), name);
      if (existsSync(imported)) paths.add(imported);
    }
  }
  return false;
}

/** The same suite on the oldest PostgreSQL we support. */
export default mergeConfig(
  { ...serverConfig, test: { ...serverConfig.test, include: testsOnDatabase() } },
  defineConfig({
    test: {
      name: "server-pg15",
      // Left out is what starts clusters of its own, of either version, and what takes long and asks the database
      // nothing that the others do not.
      exclude: [
        "src/database/cluster/**",
        "src/pbx/journeys/**",
        "src/pbx/sip-websocket.test.ts",
        "src/{every-route,large-requests}.test.ts",
        "src/demo/{demo-http,seed-demo}.test.ts",
        "src/demo/colleagues/**",
        "src/chat/**/{chat-crash,chat-http,tinode-sdk}.test.ts",
        "src/push/{push-resume,sockets/push-sockets,sockets/push-storm}.test.ts",
        "src/provisioning/live-provisioning.test.ts",
        "src/features/faxes/sending/many-faxes.test.ts",
        "src/features/messages/carriers/**",
        "src/features/session/providers/**",
        "src/http/**",
        "src/main.test.ts",
      ],
      env: { OFFHOOK_TEST_POSTGRES: "15" },
    },
  }),
);
