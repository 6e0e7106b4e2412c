import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./root.mjs";
import { runBin } from "./spawn.mjs";

const CONFIGS = ["tsconfig.json", "tsconfig.pure.json", "tsconfig.test.json", "tsconfig.worker.json"];

function projects() {
  const inFolder = (folder) => readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`);
  return [...inFolder("packages"), ...inFolder("apps"), "e2e", "bench"]
    .flatMap((folder) => CONFIGS.map((config) => `${folder}/${config}`))
    .filter((path) => existsSync(join(ROOT, path)));
}

/** One compiler run a workspace: each has its own library set, which is what keeps pure packages pure. */
export async function typecheck() {
  let failed = 0;
  for (const project of projects()) {
    if ((await runBin("typescript/bin/tsc", ["-p", project])) !== 0) {
      console.error(`Type errors in ${project}`);
      failed += 1;
    }
  }
  return failed === 0 ? 0 : 1;
}
