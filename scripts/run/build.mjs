import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./root.mjs";
import { must, runBin } from "./spawn.mjs";

const STAMP = join(ROOT, "apps", "server", "dist", ".built");
const OUTPUTS = ["apps/server/dist/main.js", "apps/console/dist/index.html"];
const INPUTS = [
  "apps/console",
  "apps/server",
  "packages",
  "package-lock.json",
  "tsconfig.base.json",
  "CHANGELOG.md",
];
const NOT_INPUT = /(^|\/)(node_modules|dist|__screenshots__)(\/|$)|\.test\.tsx?$/;

function* filesUnder(path) {
  if (NOT_INPUT.test(path)) return;
  const entries = readdirSync(join(ROOT, path), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const child = `${path}/${entry.name}`;
    if (entry.isDirectory()) yield* filesUnder(child);
    else if (!NOT_INPUT.test(child)) yield child;
  }
}

function sourceHash() {
  const hash = createHash("sha256");
  for (const input of INPUTS) {
    if (!existsSync(join(ROOT, input))) continue;
    const files = input.includes(".") ? [input] : filesUnder(input);
    for (const file of files)
      hash
        .update(`${file}\0`)
        .update(readFileSync(join(ROOT, file)))
        .update("\0");
  }
  return hash.digest("hex");
}

/** Builds console and server when their sources are not those of the last build that succeeded. */
export async function ensureBuilt() {
  const key = sourceHash();
  const isFresh = existsSync(STAMP) && readFileSync(STAMP, "utf8") === key;
  if (isFresh && OUTPUTS.every((file) => existsSync(join(ROOT, file)))) return;
  console.log("Building console and server ...");
  const quiet = ["--logLevel", "warn"];
  await must(
    runBin("vite/bin/vite.js", ["build", ...quiet], { cwd: join(ROOT, "apps", "console") }),
    "Building the console",
  );
  await must(
    runBin("rolldown/bin/cli.mjs", ["-c", "rolldown.config.ts", "--logLevel", "warn"], {
      cwd: join(ROOT, "apps", "server"),
    }),
    "Building the server",
  );
  writeFileSync(STAMP, key);
}
