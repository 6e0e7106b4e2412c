import { execFile } from "node:child_process";
import { readdir, readFile, readlink } from "node:fs/promises";
import { promisify } from "node:util";

const runFile = promisify(execFile);
const HAS_PROC = process.platform === "linux";

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/**
 * When the process began, in words that two processes with the same number never share, not even after a
 * reboot. Undefined when there is no such process.
 */
export async function processBirth(pid: number): Promise<string | undefined> {
  if (!HAS_PROC) return psField(pid, "lstart");
  try {
    const [stat, bootId] = await Promise.all([
      readFile(`/proc/${pid}/stat`, "utf8"),
      readFile("/proc/sys/kernel/random/boot_id", "utf8"),
    ]);
    // The name in brackets may hold spaces and brackets itself; field 22 is the start time.
    const startTime = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
    return `${bootId.trim()}/${startTime}`;
  } catch {
    return undefined;
  }
}

/** True for the postmaster and every other process of the cluster in this folder: they all work inside it. */
export async function isPostgresOf(pid: number, folder: string): Promise<boolean> {
  if (!HAS_PROC) return (await psField(pid, "command"))?.includes(folder) ?? false;
  try {
    const [command, workingFolder] = await Promise.all([
      readFile(`/proc/${pid}/comm`, "utf8"),
      readlink(`/proc/${pid}/cwd`),
    ]);
    return command.startsWith("postgres") && workingFolder === folder;
  } catch {
    return false;
  }
}

/** Where the system does not tell, an empty list; PostgreSQL itself then refuses to start beside a leftover. */
export async function postgresProcessesOf(folder: string): Promise<number[]> {
  if (!HAS_PROC) return [];
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const areOurs = await Promise.all(pids.map((pid) => isPostgresOf(pid, folder)));
  return pids.filter((_pid, index) => areOurs[index]);
}

async function psField(pid: number, field: "lstart" | "command"): Promise<string | undefined> {
  try {
    const { stdout } = await runFile("ps", ["-o", `${field}=`, "-p", String(pid)]);
    return stdout.trim() || undefined;
  } catch {
    return undefined;
  }
}
