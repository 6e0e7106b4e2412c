import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./root.mjs";

/** Runs a program with inherited output; resolves with its exit code. No shell, so that paths may hold spaces. */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      stdio: "inherit",
      ...options,
      env: { ...process.env, ...options.env },
    });
    child.on("error", reject);
    child.on("exit", (code, signal) => resolve(signal ? 1 : (code ?? 1)));
  });
}

/** Runs the script of an installed package under this very Node. */
export function runBin(script, args, options) {
  return run(process.execPath, [join(ROOT, "node_modules", script), ...args], options);
}

export async function must(promise, what) {
  const code = await promise;
  if (code !== 0) throw new Error(`${what} failed (exit code ${code}).`);
}

/** npm itself: the one that started us where there is one, so that no other version slips in. */
export function npm(args) {
  const cli = process.env.npm_execpath;
  if (cli?.endsWith(".js") && existsSync(cli)) return run(process.execPath, [cli, ...args]);
  return run(process.platform === "win32" ? "npm.cmd" : "npm", args, { shell: process.platform === "win32" });
}
