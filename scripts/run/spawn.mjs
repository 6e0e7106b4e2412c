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

/** Runs the script of an installed package under this very Node. Workspaces may have a version of their own. */
export function runBin(script, args, options) {
  const own = options?.cwd && join(options.cwd, "node_modules", script);
  const path = own && existsSync(own) ? own : join(ROOT, "node_modules", script);
  return run(process.execPath, [path, ...args], options);
}

export async function must(promise, what) {
  const code = await promise;
  if (code !== 0) throw new Error(`${what} failed (exit code ${code}).`);
}

/** npm itself: the one that started us where there is one, so that no other version slips in. */
export function npm(args, options) {
  const cli = process.env.npm_execpath;
  if (cli?.endsWith(".js") && existsSync(cli)) return run(process.execPath, [cli, ...args], options);
  const isWindows = process.platform === "win32";
  return run(isWindows ? "npm.cmd" : "npm", args, { shell: isWindows, ...options });
}
