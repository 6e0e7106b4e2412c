import { type ChildProcess, fork } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

export interface ProcessJobsOptions {
  /** The program beside the bundle, and its source for when the server runs from sources. */
  readonly bundled: URL;
  readonly source: URL;
  /** Of JavaScript's own memory. */
  readonly maxHeapMb: number;
  /** Of all memory, also what decoders take outside of it. */
  readonly maxMemoryMb: number;
  readonly maxMs: number;
  /** Processes at the same time; further jobs wait for their turn. */
  readonly maxAtOnce: number;
}

export type ProcessEnd<Result> =
  | { readonly kind: "result"; readonly result: Result }
  | { readonly kind: "ended"; readonly why: ProcessProblem };
/** `failed`: it ended without a word. */
type ProcessProblem = "tookTooLong" | "tooMuchMemory" | "failed";

const MEGABYTE = 1024 * 1024;
const PAGE_BYTES = 4096;
const WATCH_MS = 200;
/** The system's own limit stands a little higher: whoever meets it between two looks dies of it, and says so. */
const HARD_LIMIT = 1.5;
const PRLIMIT = "/usr/bin/prlimit";
/** How Node, its buffers, WebAssembly and C++ say that there was no more memory to be had. */
const NO_MEMORY = /out of memory|alloc(?:ation)? failed|could not allocate|bad_alloc/i;
const LAST_WORDS_CHARACTERS = 4_096;

/**
 * Work on what comes from outside and may be large or hostile, each piece in a process of its own, which is killed
 * when it takes too much memory or time. For what a thread cannot hold: decoders in C and WebAssembly, whose memory
 * no limit of a thread reaches, and whose crash would end us all.
 */
export class ProcessJobs<Job, Result> {
  readonly #options: ProcessJobsOptions;
  readonly #running = new Set<ChildProcess>();
  readonly #waiting: (() => void)[] = [];
  #underWay = 0;
  #isClosed = false;

  constructor(options: ProcessJobsOptions) {
    this.#options = options;
  }

  /** Never throws: a job that brings no result says why. */
  async run(job: Job): Promise<ProcessEnd<Result>> {
    if (this.#underWay >= this.#options.maxAtOnce)
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#underWay += 1;
    try {
      return this.#isClosed ? { kind: "ended", why: "failed" } : await this.#runNow(job);
    } finally {
      this.#underWay -= 1;
      this.#waiting.shift()?.();
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const ends = [...this.#running].map((child) => new Promise((resolve) => child.once("close", resolve)));
    for (const child of this.#running) killAll(child);
    await Promise.all(ends);
  }

  #runNow(job: Job): Promise<ProcessEnd<Result>> {
    return new Promise((resolve) => {
      let why: ProcessProblem = "failed";
      const child = startProcess(this.#options);
      const stop = (problem: ProcessProblem): void => {
        why = problem;
        killAll(child);
      };
      const timer = setTimeout(() => stop("tookTooLong"), this.#options.maxMs);
      const watch = setInterval(() => {
        void usesMore(child, this.#options.maxMemoryMb).then((isMore) => isMore && stop("tooMuchMemory"));
      }, WATCH_MS);
      const lastWords = listen(child);
      const end = (): void => {
        clearTimeout(timer);
        clearInterval(watch);
        this.#running.delete(child);
        if (why === "failed" && NO_MEMORY.test(lastWords())) why = "tooMuchMemory";
        resolve({ kind: "ended", why });
      };
      this.#running.add(child);
      child.once("message", (result: Result) => resolve({ kind: "result", result }));
      // What it started may hold its error stream open.
      child.once("exit", () => killAll(child));
      child.once("close", end);
      child.once("error", end);
      // What cannot be handed over ends the process, and that is heard.
      child.send(job as object, () => {});
    });
  }
}

function startProcess({ bundled, source, maxHeapMb, maxMemoryMb }: ProcessJobsOptions): ChildProcess {
  const isSource = import.meta.url.endsWith(".ts");
  const node = [
    `--max-old-space-size=${maxHeapMb}`,
    ...(isSource ? ["--import", createRequire(import.meta.url).resolve("tsx")] : []),
  ];
  // RLIMIT_DATA, not RLIMIT_AS: WebAssembly reserves gigabytes of addresses that it never uses.
  const limit = `--data=${Math.round(maxMemoryMb * HARD_LIMIT) * MEGABYTE}`;
  const hasLimit = existsSync(PRLIMIT);
  return fork(fileURLToPath(isSource ? source : bundled), [], {
    ...(hasLimit && { execPath: PRLIMIT }),
    execArgv: hasLimit ? [limit, process.execPath, ...node] : node,
    serialization: "advanced",
    // A group of its own, so that the programs it starts end with it.
    detached: true,
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
}

function listen({ stderr }: ChildProcess): () => string {
  let words = "";
  stderr?.setEncoding("utf8").on("data", (text: string) => {
    words = (words + text).slice(-LAST_WORDS_CHARACTERS);
  });
  return () => words;
}

function killAll(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  } catch {
    // It is gone already.
  }
}

/** Only Linux tells; elsewhere the limits of Node itself and of time must do. */
async function usesMore(child: ChildProcess, maxMemoryMb: number): Promise<boolean> {
  const pages = await readFile(`/proc/${child.pid}/statm`, "utf8").catch(() => "");
  return (Number(pages.split(" ")[1] ?? 0) * PAGE_BYTES) / MEGABYTE > maxMemoryMb;
}
