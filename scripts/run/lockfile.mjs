import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./root.mjs";

/**
 * Binaries of build tools for other platforms, which a mirror may not carry: their hashes cannot be had there, and npm
 * leaves them out. On such a platform npm takes the hash from the registry. Nothing the product runs with is among them.
 */
const WITHOUT_HASH = [
  "@biomejs/cli-",
  "@oxc-parser/binding-",
  "@oxlint/binding-",
  "@oxlint-tsgolint/",
  "@rolldown/binding-",
];

function mayLackHash(name, { optional, os, cpu }) {
  const isForOthers = optional === true && (os ?? cpu) !== undefined;
  return isForOthers && WITHOUT_HASH.some((each) => name.startsWith(each));
}

/** What is wrong with a lockfile: packages nobody can check, and packages that come from one particular server. */
function lockfileProblems(lock) {
  const problems = [];
  for (const [path, entry] of Object.entries(lock.packages)) {
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    if (!path.includes("node_modules/") || entry.link) continue;
    if (!entry.integrity && !mayLackHash(name, entry)) problems.push(`${path} has no integrity hash`);
    if (entry.resolved !== undefined)
      problems.push(`${path} names the server it comes from: ${entry.resolved}`);
  }
  return problems;
}

export async function checkLockfile() {
  const problems = lockfileProblems(JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")));
  for (const problem of problems) console.error(`package-lock.json: ${problem}`);
  return problems.length === 0 ? 0 : 1;
}
