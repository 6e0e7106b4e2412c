import { spawn } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureBuilt } from "./build.mjs";
import { compressAssets } from "./compress.mjs";
import { BENCH_PROGRAMS, ensureDebianPrograms, ensureFaxLibrary, findChromium } from "./debian-programs.mjs";
import { ensureInstalled } from "./install.mjs";
import { checkLockfile } from "./lockfile.mjs";
import { forgetReports, PLAYWRIGHT_REPORT, summarize, VITEST_REPORT } from "./report.mjs";
import { ROOT } from "./root.mjs";
import { run, runBin } from "./spawn.mjs";
import { ensureSpeechEngine } from "./speech-engine.mjs";
import { typecheck } from "./typecheck.mjs";

const browserEnv = () => ({ OFFHOOK_CHROMIUM: findChromium() ?? "" });
const tsx = (script, args, options) => run(process.execPath, ["--import", "tsx", script, ...args], options);

const biome = (args) => runBin("@biomejs/biome/bin/biome", ["check", ...args]);
const oxlint = (args) => runBin("oxlint/bin/oxlint", ["--type-aware", "--deny-warnings", ...args]);
const knip = (args) => runBin("knip/bin/knip.js", args);

async function unit(args) {
  await ensureDebianPrograms();
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${VITEST_REPORT}`];
  return runBin("vitest/vitest.mjs", ["run", ...reporters, ...args], { env: browserEnv() });
}

async function e2e(args) {
  await ensureDebianPrograms();
  await ensureBuilt();
  const env = { ...browserEnv(), PLAYWRIGHT_JSON_OUTPUT_NAME: PLAYWRIGHT_REPORT };
  return runBin("@playwright/test/cli.js", ["test", "-c", "e2e/playwright.config.ts", ...args], { env });
}

/** Makes the console smaller on its way, in another process: neither the start nor the server waits for it. */
function compressBeside() {
  const program = join(ROOT, "scripts", "run", "compress.mjs");
  spawn(process.execPath, [program], { stdio: "ignore" }).unref();
}

async function start(_args, speech) {
  const fax = ensureFaxLibrary();
  await ensureBuilt();
  await Promise.all([speech, fax]);
  compressBeside();
  process.chdir(ROOT);
  // In this very process: whoever kills it kills the server, and the database notices by itself.
  await import(pathToFileURL(join(ROOT, "apps", "server", "dist", "main.js")).href);
  return undefined;
}

async function dev() {
  const server = tsx(join("apps", "server", "src", "main.ts"), []);
  const console_ = runBin("vite/bin/vite.js", [], { cwd: join(ROOT, "apps", "console") });
  return (await Promise.race([server, console_])) ?? 0;
}

const CHECKS = {
  "lint (biome)": () => biome(["--error-on-warnings"]),
  "lint (oxlint)": () => oxlint([]),
  types: typecheck,
  lockfile: checkLockfile,
  "dead code (knip)": () => knip([]),
};

async function runSteps(steps) {
  const failed = [];
  for (const [name, step] of Object.entries(steps)) {
    const begun = Date.now();
    console.log(`\n── ${name}`);
    if ((await step()) !== 0) failed.push(name);
    console.log(`   ${((Date.now() - begun) / 1000).toFixed(1)} s`);
  }
  return failed;
}

async function test() {
  forgetReports();
  await ensureDebianPrograms();
  await ensureBuilt();
  const failed = await runSteps({
    ...CHECKS,
    "unit and component tests": () => unit([]),
    journeys: () => e2e([]),
  });
  return summarize(failed);
}

const TASKS = {
  start,
  dev,
  test,
  unit,
  e2e,
  typecheck,
  check: async () => ((await runSteps(CHECKS)).length === 0 ? 0 : 1),
  lint: async () => ((await biome([])) || (await oxlint([]))) ?? 0,
  format: () => biome(["--write"]),
  offhook: async (args) => {
    await ensureBuilt();
    return run(process.execPath, [join("apps", "server", "dist", "offhook.js"), ...args]);
  },
  codegen: () => tsx("apps/server/src/database/schema/generate-schema.ts", []),
  bench: async (args) => {
    await ensureDebianPrograms(BENCH_PROGRAMS);
    await ensureBuilt();
    await compressAssets();
    return tsx("bench/run-bench.ts", args, { env: browserEnv() });
  },
  pictures: async (args) => {
    await ensureDebianPrograms(["chromium"]);
    await ensureBuilt();
    return runBin("@playwright/test/cli.js", ["test", "-c", "e2e/pictures.config.ts", ...args], {
      env: browserEnv(),
    });
  },
};

/** Those that run a server, which may be asked to transcribe. */
const SPEECH_TASKS = new Set(["start", "dev", "test", "unit", "e2e", "bench"]);

/** Resolves with the exit code; undefined leaves the process running. */
export async function runTask(name, args) {
  const task = TASKS[name];
  if (!task) throw new Error(`Unknown task "${name}". There are: ${Object.keys(TASKS).join(", ")}.`);
  const speech = SPEECH_TASKS.has(name) ? ensureSpeechEngine() : undefined;
  await ensureInstalled();
  // The start goes on with the build meanwhile: nobody should wait for one after the other.
  if (name !== "start") await speech;
  return task(args, speech);
}
