import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./root.mjs";
import { must, npm } from "./spawn.mjs";

const STAMP = join(ROOT, "node_modules", ".offhook-installed");

/** What the installed tree depends on: native packages differ by Node version and platform. */
function wanted() {
  const hash = createHash("sha256").update(readFileSync(join(ROOT, "package-lock.json")));
  return hash.update(`${process.version} ${process.platform} ${process.arch}`).digest("hex");
}

/** `npm ci` when the lockfile or Node has changed since the last one that succeeded. */
export async function ensureInstalled() {
  const key = wanted();
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === key) return;
  console.log("Installing dependencies ...");
  await must(npm(["ci", "--no-audit", "--no-fund"]), "npm ci");
  writeFileSync(STAMP, key);
}
