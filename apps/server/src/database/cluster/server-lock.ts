import { readdir, readlink, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { processBirth } from "./processes.ts";

export interface ServerLock {
  release(): Promise<void>;
}

const FILE_NAME = /^server\.(\d+)\.lock$/;

/**
 * At most one living server per data folder.
 *
 * The lock is a numbered symbolic link whose target names a process: unlike a file it is never seen half
 * written. To take over from a dead holder of number n one makes number n + 1, which only one can do; removing
 * the dead one's link instead could hit the link of somebody who was faster.
 */
export async function takeServerLock(dataDir: string): Promise<ServerLock> {
  const own = `${process.pid}@${await processBirth(process.pid)}`;
  for (;;) {
    const taken = await tryTake(dataDir, own);
    if (taken) return { release: () => rm(taken, { force: true }) };
  }
}

/** The path of the lock now ours, or undefined when somebody else was faster and all must be looked at again. */
async function tryTake(dataDir: string, own: string): Promise<string | undefined> {
  const present = await lockNumbers(dataDir);
  for (const number of present) await refuseLivingHolder(dataDir, number);
  const next = (present.at(-1) ?? 0) + 1;
  const path = lockPath(dataDir, next);
  try {
    await symlink(own, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return undefined;
    throw error;
  }
  // Two others may have taken and left the lock since we looked; then ours is not the newest.
  const newest = (await lockNumbers(dataDir)).at(-1);
  const outdated = newest === next ? present : [next];
  for (const number of outdated) await rm(lockPath(dataDir, number), { force: true });
  return newest === next ? path : undefined;
}

async function lockNumbers(dataDir: string): Promise<number[]> {
  const numbers = (await readdir(dataDir)).flatMap((name) => FILE_NAME.exec(name)?.[1] ?? []).map(Number);
  return numbers.sort((a, b) => a - b);
}

function lockPath(dataDir: string, number: number): string {
  return join(dataDir, `server.${number}.lock`);
}

async function refuseLivingHolder(dataDir: string, number: number): Promise<void> {
  const [pid, birth] = (await readHolder(lockPath(dataDir, number))).split("@");
  // The number of a process that died may by now belong to another one, so the birth must agree too.
  if (birth && (await processBirth(Number(pid))) === birth) {
    throw new Error(
      `Another server (process ${pid}) is using the data folder ${dataDir}. ` +
        "Stop it first, or give this one its own folder with OFFHOOK_DATA_DIR.",
    );
  }
}

async function readHolder(path: string): Promise<string> {
  try {
    return await readlink(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}
