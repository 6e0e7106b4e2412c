import { type ChildProcess, spawn } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const READY_TIMEOUT_MS = 60_000;
const POLL_MS = 10;

export interface ServerProcess {
  readonly url: string;
  readonly dataDir: string;
  /** From the start of the process to the first good answer. */
  readonly readyAfterMs: number;
  stop(): Promise<void>;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === "string") throw new Error("No port to be had");
  return address.port;
}

export async function temporaryDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "offhook-bench-"));
  // Where root runs it, the database's own user has to get in.
  await chmod(folder, 0o755);
  return folder;
}

async function waitUntilReady(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
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

/** The built server in a process of its own, started the way `npm start` starts it, less the build check. */
export async function startServerProcess(
  dataDir: string,
  command: "bundle" | "npm" = "bundle",
): Promise<ServerProcess> {
  const port = await freePort();
  const args = command === "npm" ? ["scripts/run.mjs", "start"] : ["apps/server/dist/main.js"];
  const begun = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port), OFFHOOK_DATA_DIR: dataDir, LOG_LEVEL: "warn" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const url = `http://127.0.0.1:${port}`;
  await waitUntilReady(url, child);
  const readyAfterMs = performance.now() - begun;
  const stop = async () => {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await ended;
  };
  return { url, dataDir, readyAfterMs, stop };
}

/** Runs `work` against a fresh demo installation and cleans up behind it. */
export async function withDemoServer<Result>(
  work: (server: ServerProcess) => Promise<Result>,
): Promise<Result> {
  const dataDir = await temporaryDataDir();
  try {
    const server = await startServerProcess(dataDir);
    try {
      return await work(server);
    } finally {
      await server.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
