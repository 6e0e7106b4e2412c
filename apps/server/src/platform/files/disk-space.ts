import { statfs } from "node:fs/promises";
import type { Clock } from "@offhook/kernel";

/** PostgreSQL's own code, and those of the operating system. */
const FULL_CODES = new Set(["53100", "ENOSPC", "EDQUOT"]);
/** Below this nothing can be relied on to be written. */
const LEAST_FREE_BYTES = 32 * 1024 * 1024;
/** A write that failed for want of room says so for this long, also where the full disk is the database's elsewhere. */
const REMEMBERED_MS = 15_000;

/** Whether a failure means that there is no room left to write. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && FULL_CODES.has(String((error as NodeJS.ErrnoException).code));
}

export interface DiskSpaceDeps {
  /** Where the server keeps its files. */
  readonly folder: string;
  readonly clock: Clock;
  /** Tests hand in their own. */
  readonly freeBytes?: (folder: string) => Promise<number>;
}

/** Whether there is room to write: known from the disk itself, and from writes that failed. */
export class DiskSpace {
  readonly #deps: DiskSpaceDeps;
  #failedAt = Number.NEGATIVE_INFINITY;

  constructor(deps: DiskSpaceDeps) {
    this.#deps = deps;
  }

  noteFailure(): void {
    this.#failedAt = this.#deps.clock.now();
  }

  async isFull(): Promise<boolean> {
    const { clock, folder, freeBytes = freeBytesOf } = this.#deps;
    if (clock.now() - this.#failedAt < REMEMBERED_MS) return true;
    try {
      return (await freeBytes(folder)) < LEAST_FREE_BYTES;
    } catch {
      // A disk that cannot be asked is another trouble, and told elsewhere.
      return false;
    }
  }
}

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
