import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { ConfigError, readConfig } from "./config.ts";
import { createLogger } from "./platform/logging/logger.ts";
import { askServer, carryOut } from "./provisioning/admin-socket.ts";
import { runCommandLine } from "./provisioning/command-line.ts";
import { withStore } from "./provisioning/open-store.ts";

/** The administrator's program. `npm run` starts it in the project's folder; INIT_CWD is the caller's. */
const here = process.env.INIT_CWD ?? process.cwd();

try {
  const config = readConfig(process.env, { cwd: process.cwd(), isDevelopment: false });
  const logger = createLogger({ level: "warn" });
  process.exitCode = await runCommandLine(process.argv.slice(2), {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    readFile: (path) => {
      try {
        return readFileSync(resolve(here, path), "utf8");
      } catch {
        return undefined;
      }
    },
    writeFile: (path, text) => writeFileSync(resolve(here, path), text),
    env: (name) => process.env[name],
    ask: async (request) =>
      (await askServer(config.dataDir, request)) ??
      withStore(config, logger, (provisioner) => carryOut(provisioner, request)),
  });
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${message}\n${error instanceof ConfigError ? "See docs/configuration.md.\n" : ""}`);
  process.exitCode = 1;
}
