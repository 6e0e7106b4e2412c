import { readFile } from "node:fs/promises";

/** Columns of the first line of `/proc/stat`, behind its name. */
const [IDLE, WAITING, STOLEN, GUEST] = [3, 4, 7, 8];

interface ProcessorTimes {
  readonly busy: number;
  readonly stolen: number;
}

async function processorTimes(): Promise<ProcessorTimes> {
  const [line = ""] = (await readFile("/proc/stat", "utf8").catch(() => "")).split("\n");
  const columns = line.trim().split(/\s+/).slice(1).map(Number);
  // Time of guests is counted as time of their owner already.
  const busy = columns.filter((_, column) => ![IDLE, WAITING, STOLEN].includes(column) && column < GUEST);
  return { busy: busy.reduce((sum, ticks) => sum + ticks, 0), stolen: columns[STOLEN] ?? 0 };
}

export interface Measured<Result> {
  readonly result: Result;
  /**
   * Of the time in which this machine had something to run, the share in which its host ran something else. Zero on a
   * machine of its own.
   */
  readonly stolen: number;
}

export async function withStolenShare<Result>(work: () => Promise<Result>): Promise<Measured<Result>> {
  const before = await processorTimes();
  const result = await work();
  const after = await processorTimes();
  const [busy, stolen] = [after.busy - before.busy, after.stolen - before.stolen];
  return { result, stolen: stolen / Math.max(1, busy + stolen) };
}

/** More than this taken by the host, and a measurement says more about the host than about us. */
const CALM_SHARE = 0.03;
const ATTEMPTS = 6;

/**
 * Measures again while the host takes much of the time; what it took least from counts. What was measured has no say
 * in it, so that a slow moment of our own is never passed over.
 */
export async function calmly<Result>(measure: () => Promise<Result>): Promise<Result> {
  let calmest = await withStolenShare(measure);
  for (let attempt = 2; attempt <= ATTEMPTS && calmest.stolen > CALM_SHARE; attempt += 1) {
    const again = await withStolenShare(measure);
    if (again.stolen < calmest.stolen) calmest = again;
  }
  return calmest.result;
}
