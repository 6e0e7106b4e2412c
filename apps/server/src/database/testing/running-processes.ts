import { readdir, readFile } from "node:fs/promises";

/** Linux only, like the tests that ask. The numbers of all processes with this text in their command line. */
export async function processesNaming(text: string): Promise<number[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  const commands = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")),
  );
  return pids.filter((_pid, index) => commands[index]?.includes(text)).map(Number);
}
