import { readdir, readFile } from "node:fs/promises";

/** Linux counts processor time in hundredths of a second for every program. */
const TICKS_PER_SECOND = 100;

interface ProcessStat {
  readonly parent: number;
  readonly seconds: number;
}

/** Undefined for a process that has just ended. */
async function statOf(pid: number): Promise<ProcessStat | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  if (!stat) return undefined;
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return { parent: Number(fields[1]), seconds: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND };
}

/** Processor seconds of a process so far, of all its threads, in user space and in the kernel. */
export async function processorSeconds(pid: number): Promise<number> {
  return (await statOf(pid))?.seconds ?? 0;
}

/** The same for several processes and all that they have started. */
export async function processorSecondsOfTrees(roots: readonly number[]): Promise<number> {
  return [...(await treesOf(roots)).values()].reduce((sum, { seconds }) => sum + seconds, 0);
}

/** Resident memory of them; what several share is divided between them. */
export async function residentBytesOfTrees(roots: readonly number[]): Promise<number> {
  let sum = 0;
  for (const pid of (await treesOf(roots)).keys()) {
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => "");
    sum += Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) * 1_024;
  }
  return sum;
}

async function treesOf(roots: readonly number[]): Promise<Map<number, ProcessStat>> {
  const numbers = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const stats = new Map<number, ProcessStat>();
  for (const pid of numbers) {
    const stat = await statOf(pid);
    if (stat) stats.set(pid, stat);
  }
  const belongs = (pid: number): boolean =>
    roots.includes(pid) || (pid > 1 && belongs(stats.get(pid)?.parent ?? 0));
  return new Map([...stats].filter(([pid]) => belongs(pid)));
}
