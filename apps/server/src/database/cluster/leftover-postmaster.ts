import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseLog } from "../database-log.ts";
import { isAlive, isPostgresOf, postgresProcessesOf } from "./processes.ts";

/** Fast shutdown, then immediate shutdown, then what nothing can ignore. */
const STEPS = [
  { signal: "SIGINT", patienceMs: 20_000 },
  { signal: "SIGQUIT", patienceMs: 10_000 },
  { signal: "SIGKILL", patienceMs: 10_000 },
] as const;

const POLL_MS = 20;

/**
 * Stops a database that an earlier server left running in this folder, and clears its lock files. The caller
 * holds the server lock, so whatever still runs here has no owner.
 */
export async function stopLeftover(
  dataFolder: string,
  socketFolder: string,
  log: DatabaseLog,
): Promise<void> {
  const pid = await readPostmasterPid(dataFolder);
  if (pid !== undefined && (await isPostgresOf(pid, dataFolder))) {
    log.info({ pid }, "Stopping a database that an earlier server left behind");
    await stop(pid);
  }
  // A postmaster that was killed leaves its workers alone for a moment; they end when they notice.
  await waitUntil(async () => (await postgresProcessesOf(dataFolder)).length === 0, STEPS[0].patienceMs);
  // By now the number in them may belong to an innocent process, which PostgreSQL would take for itself.
  await rm(join(dataFolder, "postmaster.pid"), { force: true });
  for (const entry of await readdir(socketFolder)) {
    if (entry.startsWith(".s.PGSQL.")) await rm(join(socketFolder, entry), { force: true });
  }
}

async function stop(pid: number): Promise<void> {
  for (const { signal, patienceMs } of STEPS) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    if (await waitUntil(() => !isAlive(pid), patienceMs)) return;
  }
}

async function readPostmasterPid(dataFolder: string): Promise<number | undefined> {
  try {
    const pid = Number.parseInt(await readFile(join(dataFolder, "postmaster.pid"), "utf8"), 10);
    // A power cut can leave it empty; zero and below would signal whole groups.
    return pid > 1 ? pid : undefined;
  } catch {
    return undefined;
  }
}

async function waitUntil(holds: () => boolean | Promise<boolean>, patienceMs: number): Promise<boolean> {
  const deadline = Date.now() + patienceMs;
  while (!(await holds())) {
    if (Date.now() > deadline) return false;
    await sleep(POLL_MS);
  }
  return true;
}
