import { type ChildProcess, spawn } from "node:child_process";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freeTcpPort } from "./free-ports.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
/** `BENCH_BUNDLE` measures another build than the present one. */
const BUNDLE = "apps/server/dist/main.js";
const READY_TIMEOUT_MS = 60_000;
const POLL_MS = 10;

export interface ServerProcess {
  readonly url: string;
  readonly dataDir: string;
  readonly pid: number;
  /** From the start of the process to the first good answer. */
  readonly readyAfterMs: number;
  stop(): Promise<void>;
}

export async function temporaryDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "offhook-bench-"));
  // Where root runs it, the database's own user has to get in.
  await chmod(folder, 0o755);
  return folder;
}

async function waitUntilReady(url: string, child: ChildProcess, timeoutMs: number): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}`);
    const isReady = await fetch(`${url}/api/status`).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error("The server was not ready in time");
}

interface ServerProcessOptions {
  readonly command?: "bundle" | "npm";
  readonly env?: Readonly<Record<string, string>>;
  /** Longer where the first start writes a large company. */
  readonly readyTimeoutMs?: number;
}

/** What `npm start` tells Node about its memory. */
async function startFlags(): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"));
  return String(scripts.start)
    .split(" ")
    .filter((word) => word.startsWith("--"));
}

/** The built server in a process of its own, started the way `npm start` starts it, less the build check. */
export async function startServerProcess(
  dataDir: string,
  { command = "bundle", env = {}, readyTimeoutMs = READY_TIMEOUT_MS }: ServerProcessOptions = {},
): Promise<ServerProcess> {
  const port = await freeTcpPort();
  const program = command === "npm" ? ["scripts/run.mjs", "start"] : [process.env.BENCH_BUNDLE ?? BUNDLE];
  const args = [...(await startFlags()), ...program];
  const begun = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: String(port),
      OFFHOOK_DATA_DIR: dataDir,
      OFFHOOK_DEMO_COLLEAGUES: "0",
      LOG_LEVEL: "warn",
      ...env,
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const url = `http://127.0.0.1:${port}`;
  await waitUntilReady(url, child, readyTimeoutMs);
  const readyAfterMs = performance.now() - begun;
  const stop = async () => {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await ended;
  };
  return { url, dataDir, pid: child.pid ?? 0, readyAfterMs, stop };
}

/**
 * Runs `work` against a fresh demo installation and cleans up behind it. `BENCH_DATA_DIR` names a folder for one that is
 * kept: filling a large one takes many times as long as most of what is measured on it.
 */
export async function withDemoServer<Result>(
  work: (server: ServerProcess) => Promise<Result>,
  options: ServerProcessOptions = {},
): Promise<Result> {
  const kept = process.env.BENCH_DATA_DIR;
  const dataDir = kept ?? (await temporaryDataDir());
  try {
    const server = await startServerProcess(dataDir, options);
    try {
      return await work(server);
    } finally {
      await server.stop();
    }
  } finally {
    if (kept === undefined) await rm(dataDir, { recursive: true, force: true });
  }
}
